import { expect, test } from 'vitest'
import { makeJsonBatches } from '../../../src/courses/outline/writes/json-batches.ts'

test('a batch ends when it has enough characters, and no row is lost', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, text: 'x'.repeat(80) }))
  const batches = [...makeJsonBatches(rows, 150)]
  expect(batches.map((batch) => JSON.parse(batch).length)).toEqual([2, 2, 1])
  expect(batches.flatMap((batch) => JSON.parse(batch))).toEqual(rows)
})

test('without rows there is no batch', () => {
  expect([...makeJsonBatches([])]).toEqual([])
})
