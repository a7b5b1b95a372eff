import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeWorkerPool } from '../../src/platform/worker-pool.ts'

/** A program that answers with twice the number, fails for 0, never ends for -1, fills its memory for -2, and ends after -3 and during -4. */
const program = `
  const { parentPort } = require('node:worker_threads')
  const kept = []
  parentPort.on('message', (number) => {
    if (number === 0) throw new Error('none')
    while (number === -1);
    if (number === -4) process.exit()
    while (number === -2) kept.push(new Array(10_000).fill({}))
    parentPort.postMessage(2 * number)
    if (number === -3) parentPort.close()
  })`
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module';
  const require = createRequire('file:///'); ${program}`)}`,
)

test('a job that fails, does not end, needs too much memory or ends its worker has no result, and the others have theirs', async () => {
  const run = makeWorkerPool<number, number>({ file, size: 1, timeoutMs: 2500, maxHeapMb: 16 })
  expect(await Promise.all([run(1), run(0), run(2), run(-1), run(3), run(-2), run(4), run(-4), run(5)])).toEqual([
    2,
    undefined,
    4,
    undefined,
    6,
    undefined,
    8,
    undefined,
    10,
  ])
})

test('jobs of a worker that cannot start have no result, and none of them waits for ever', async () => {
  const file = new URL('./no-such-worker.ts', import.meta.url)
  const run = makeWorkerPool<number, number>({ file, size: 1, timeoutMs: 60_000, maxHeapMb: 16 })
  expect(await Promise.all([run(1), run(2)])).toEqual([undefined, undefined])
  expect(await run(3)).toBeUndefined()
})

const threadIdFile = new URL(
  `data:text/javascript,${encodeURIComponent(`import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', () => parentPort.postMessage(threadId))`)}`,
)

test('an idle worker stays, and has the next job', async () => {
  const run = makeWorkerPool<string, number>({ file: threadIdFile, size: 1, timeoutMs: 60_000, maxHeapMb: 16 })
  expect(new Set([await run('id'), await run('id'), await run('id')]).size).toBe(1)
})

test('an idle worker does not keep the process running', async () => {
  const pool = new URL('../../src/platform/worker-pool.ts', import.meta.url).href
  const script = `
    const { makeWorkerPool } = await import(${JSON.stringify(pool)})
    const file = new URL(${JSON.stringify(threadIdFile.href)})
    console.log(typeof (await makeWorkerPool({ file, size: 1, timeoutMs: 60_000, maxHeapMb: 16 })('id')))`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 })
  expect((await run).stdout).toBe('number\n')
})

test('the time limit of a finished job does not end the next job of its worker', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const run = makeWorkerPool<number, number>({ file, size: 1, timeoutMs: 5000, maxHeapMb: 16 })
  expect(await run(1)).toBe(2)
  vi.advanceTimersByTime(1000)
  const second = run(2)
  vi.advanceTimersByTime(4500)
  expect(await second).toBe(4)
})

/** Returns the ends of the workers that start from now on. */
function watchWorkerEnds(): Promise<unknown>[] {
  const ends: Promise<unknown>[] = []
  const onWorker = (worker: Worker) => void ends.push(new Promise((resolve) => worker.once('exit', resolve)))
  process.on('worker', onWorker)
  onTestFinished(() => void process.off('worker', onWorker))
  return ends
}

test('a worker that ends while it is idle is replaced', async () => {
  const ended = new Promise((resolve) =>
    process.once('worker', (worker: Worker) => worker.once('exit', () => setImmediate(resolve))),
  )
  const run = makeWorkerPool<number, number>({ file, size: 1, timeoutMs: 5000, maxHeapMb: 16 })
  expect(await run(-3)).toBe(-6)
  await ended
  const ends = watchWorkerEnds()
  expect([await Promise.all([4, 5, 6].map(run)), ends.length]).toEqual([[8, 10, 12], 1])
})

test('jobs beyond the number of workers wait in their order', async () => {
  const ends = watchWorkerEnds()
  const options = { file, timeoutMs: 60_000, maxHeapMb: 16 }
  const order: number[] = []
  const runAll = (run: (input: number) => Promise<number | undefined>) =>
    Promise.all(
      [1, 2, 3, 4, 5].map(async (input) => {
        const output = await run(input)
        order.push(input)
        return output
      }),
    )
  expect([await runAll(makeWorkerPool({ ...options, size: 2 })), ends.length]).toEqual([[2, 4, 6, 8, 10], 2])
  order.length = 0
  await runAll(makeWorkerPool({ ...options, size: 1 }))
  expect([order, ends.length]).toEqual([[1, 2, 3, 4, 5], 3])
})

test('a worker that exceeds its time is ended', async () => {
  const ends = watchWorkerEnds()
  const run = makeWorkerPool<number, number>({ file, size: 1, timeoutMs: 200, maxHeapMb: 16 })
  expect(await run(-1)).toBeUndefined()
  await ends[0]
})

test('a worker has the heap that the pool allows', async () => {
  const file = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, resourceLimits } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage(resourceLimits.maxOldGenerationSizeMb))`)}`,
  )
  const run = makeWorkerPool<string, number>({ file, size: 1, timeoutMs: 60_000, maxHeapMb: 17 })
  expect(await run('heap')).toBe(17)
})
