import { expect, test, vi } from 'vitest'
import { makeGroupCommitWriter } from '../../../src/platform/db/group-commit.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'

test('grouped writes whose outcome is unknown are not written again', async () => {
  const lost = new Error('Connection terminated unexpectedly')
  const rows = vi.fn(async () => [])
  const pipeline = vi.fn(async () => {
    throw lost
  })
  const write = makeGroupCommitWriter({ rows, pipeline })
  const statement = defineSqlStatement<never>('test_group_commit_lost', 'SELECT 1')
  const results = await Promise.allSettled([write(statement, []), write(statement, [])])
  expect(results).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ])
  expect([pipeline.mock.calls.length, rows.mock.calls.length]).toEqual([1, 0])
})
