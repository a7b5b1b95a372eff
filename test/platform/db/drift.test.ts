import { expect, test } from 'vitest'
import { computeSchemaDriftSql } from '../../../src/platform/db/schema-engine/drift.ts'

// It starts three databases.
test('the migrations lead to the Prisma schema', { timeout: 300_000 }, async () => {
  expect((await computeSchemaDriftSql()).trim()).toBe('-- This is an empty migration.')
})
