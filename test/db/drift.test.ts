import { expect, test } from 'vitest'
import { driftSql } from '../../src/db/drift.ts'

test('the migrations lead to the Prisma schema', async () => {
  expect((await driftSql()).trim()).toBe('-- This is an empty migration.')
})
