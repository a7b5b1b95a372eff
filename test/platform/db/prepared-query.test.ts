import { expect, test, vi } from 'vitest'
import { PreparedStatementBatch } from '../../../src/platform/db/prepared-query.ts'

test('a batch forgets its results once it has reported them, because an idle connection keeps its last batch', () => {
  const callback = vi.fn<(error: Error | null, results?: unknown[][]) => void>()
  const batch = new PreparedStatementBatch([{ name: 'one', text: 'SELECT 1', values: [] }], callback)
  batch.handleCommandComplete()
  batch.handleReadyForQuery()
  expect(callback.mock.calls).toEqual([[null, [[]]]])
  const [[, results] = []] = callback.mock.calls
  for (const value of Object.values(batch)) {
    expect(value).not.toBe(results)
    expect(value).not.toBe(callback)
  }
})
