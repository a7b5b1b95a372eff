import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseMarkdownInWorker } from '../../src/checks/markup/markdown-worker-pool.ts'

test('the worker for a long Markdown text has 256 MB, and 30 s for each job', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => {
    sent.mockRestore()
    timers.mockRestore()
  })
  const job = parseMarkdownInWorker({ source: 'leaf', showsTags: false })
  const limits = timers.mock.calls.map(([, ms]) => ms)
  expect(await job).toBeDefined()
  const [worker] = sent.mock.contexts as Worker[]
  expect([worker!.resourceLimits!.maxOldGenerationSizeMb, limits]).toEqual([256, [30_000]])
})

test('jobs that wait for a worker share one, so that a course with many long texts takes one processor', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => sent.mockRestore())
  await Promise.all([1, 2, 3].map((index) => parseMarkdownInWorker({ source: `leaf ${index}`, showsTags: false })))
  expect([sent.mock.calls.length, new Set(sent.mock.contexts).size]).toEqual([3, 1])
})

// While such a module is evaluated, `terminate` of a worker thread ends the whole process.
test('the worker thread imports no module with a top-level await, so that it can be terminated at any time', () => {
  const require = createRequire(import.meta.url)
  expect(() => require('../../src/checks/markup/markdown-worker.ts')).not.toThrow()
})
