import { expect, test } from 'vitest'
import { makeWorkerPool } from '../../src/platform/worker-pool.ts'

/** A program that answers with twice the number, fails for 0, never ends for -1, and fills its memory for -2. */
const program = `
  const { parentPort } = require('node:worker_threads')
  const kept = []
  parentPort.on('message', (number) => {
    if (number === 0) throw new Error('none')
    while (number === -1);
    while (number === -2) kept.push(new Array(10_000).fill({}))
    parentPort.postMessage(2 * number)
  })`
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module';
  const require = createRequire('file:///'); ${program}`)}`,
)

test('a job that fails, does not end or needs too much memory has no result, and the others have theirs', async () => {
  const run = makeWorkerPool<number, number>({ file, size: 1, timeoutMs: 5000, maxHeapMb: 16 })
  expect(await Promise.all([run(1), run(0), run(2), run(-1), run(3), run(-2), run(4)])).toEqual([
    2,
    undefined,
    4,
    undefined,
    6,
    undefined,
    8,
  ])
})
