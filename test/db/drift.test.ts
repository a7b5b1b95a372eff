import { expect, test } from 'vitest'
import { driftSql } from '../../src/db/drift.ts'

// Three databases are made for it.
test('the migrations lead to the Prisma schema', { timeout: 120_000 }, async () => {
  expect((await driftSql()).trim()).toBe('-- This is an empty migration.')
})
