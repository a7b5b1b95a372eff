import { expect, test } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { assertSupportedPostgresVersion } from '../../../src/platform/db/postgres-version.ts'
import { ApiError, OperatorError } from '../../../src/platform/errors.ts'

const databaseWith = (rows: () => Promise<unknown[]>) => ({ sql: { rows } }) as unknown as Database

test.each(['140000', '180003'])('PostgreSQL with the version number %s is used', async (version) => {
  const db = databaseWith(async () => [{ version }])
  expect(await assertSupportedPostgresVersion(db)).toBe(db)
})

test('PostgreSQL 13 is refused with a sentence', async () => {
  const refused = assertSupportedPostgresVersion(databaseWith(async () => [{ version: '130022' }]))
  await expect(refused).rejects.toBeInstanceOf(OperatorError)
  await expect(refused).rejects.toThrow('PostgreSQL 13 is too old: this service needs 14 or newer.')
})

test('a server that cannot be reached is named with the cause', async () => {
  const error = Object.assign(new ApiError('internal_error', 'masked'), { cause: new Error('connect ECONNREFUSED') })
  const refused = assertSupportedPostgresVersion(databaseWith(() => Promise.reject(error)))
  await expect(refused).rejects.toThrow('PostgreSQL (DATABASE_URL) cannot be reached: connect ECONNREFUSED.')
  const silent = assertSupportedPostgresVersion(databaseWith(() => Promise.reject(new Error(''))))
  await expect(silent).rejects.toThrow('PostgreSQL (DATABASE_URL) cannot be reached: no answer.')
})
