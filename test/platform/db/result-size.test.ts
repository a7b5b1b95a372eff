import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresDatabase } from '../../../src/platform/db/database.ts'
import { makeResultSizeCheck, ResultTooLargeError } from '../../../src/platform/db/result-size.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { freshDatabase } from '../../support/service.ts'

const megabytes = defineSqlStatement<{ text: string }>(
  'test_megabytes',
  `SELECT repeat('x', 1000000) AS text FROM generate_series(1, $1::int)`,
)
const tooLarge = { code: 'invalid_request', details: { limit: 'bytes', max: 20_000_000 } }

describe.skipIf(!inject('postgres'))('a result of more than 20 MB', () => {
  test.each([
    ['with prepared statements', true],
    ['behind a connection pooler', false],
  ])('is refused, and the next statement runs, %s', async (_how, namedStatements) => {
    const { db: own, url } = await freshDatabase()
    const db = openPostgresDatabase(url!, { size: 1, namedStatements })
    onTestFinished(async () => {
      await db.close()
      await own.close()
    })
    const read = (count: number) => db.sql.rows(megabytes, [count])
    expect(await read(19)).toHaveLength(19)
    await expect(read(200)).rejects.toMatchObject(tooLarge)
    await expect(db.sql.transaction((tx) => tx.rows(megabytes, [30]))).rejects.toMatchObject(tooLarge)
    const readTwice = (count: number) =>
      db.sql.pipeline(
        [
          [megabytes, [1]],
          [megabytes, [count]],
        ],
        3_500_000,
      )
    expect(await readTwice(2)).toHaveLength(2)
    await expect(readTwice(4)).rejects.toBeInstanceOf(ResultTooLargeError)
    expect(await read(1)).toHaveLength(1)
  })
})

test.skipIf(inject('postgres'))('a result of more than 20 MB of the embedded database is refused too', async () => {
  const { db } = await freshDatabase()
  onTestFinished(() => db.close())
  expect(await db.sql.rows(megabytes, [19])).toHaveLength(19)
  await expect(db.sql.rows(megabytes, [21])).rejects.toMatchObject(tooLarge)
  await expect(db.sql.transaction((tx) => tx.rows(megabytes, [21]))).rejects.toMatchObject(tooLarge)
  await expect(db.sql.pipeline([[megabytes, [4]]], 3_500_000)).rejects.toBeInstanceOf(ResultTooLargeError)
  expect(await db.sql.rows(megabytes, [1])).toHaveLength(1)
})

test('a result of exactly 20 MB is read, and one byte more is refused', () => {
  const check = makeResultSizeCheck()
  check(1)
  check(19_999_999)
  expect(() => check(1)).toThrow(ResultTooLargeError)
})

test.skipIf(inject('postgres')).each([
  ['text', "repeat('x', 1000000)::text"],
  ['varchar', "repeat('x', 1000000)::varchar"],
  ['json', `('"' || repeat('x', 1000000) || '"')::json`],
])('the values of the type %s count for the size of a result of the embedded database', async (type, value) => {
  const { db } = await freshDatabase()
  onTestFinished(() => db.close())
  const read = defineSqlStatement<{ value: string }>(
    `test_megabytes_${type}`,
    `SELECT ${value} AS value FROM generate_series(1, 21)`,
  )
  await expect(db.sql.rows(read, [])).rejects.toMatchObject(tooLarge)
})
