import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseMarkdownInWorker } from '../../src/checks/markup/markdown-worker-pool.ts'
import { runSpellingJob } from '../../src/checks/spelling/spelling-worker-pool.ts'

test.each<[what: string, seconds: number, run: () => Promise<unknown>]>([
  ['a long Markdown text', 30, () => parseMarkdownInWorker({ source: 'leaf', showsTags: false })],
  ['the spelling of words', 10, () => runSpellingJob({ words: ['leaf'] })],
])('the worker for %s has 256 MB, and %i s for each job', async (_what, seconds, run) => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => {
    sent.mockRestore()
    timers.mockRestore()
  })
  const job = run()
  const limits = timers.mock.calls.map(([, ms]) => ms)
  expect(await job).toBeDefined()
  const [worker] = sent.mock.contexts as Worker[]
  expect([worker!.resourceLimits!.maxOldGenerationSizeMb, limits]).toEqual([256, [seconds * 1000]])
})

test('jobs that wait for a worker share one, so that a course with many long texts takes one processor', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => sent.mockRestore())
  await Promise.all([1, 2, 3].map((index) => parseMarkdownInWorker({ source: `leaf ${index}`, showsTags: false })))
  await Promise.all(['leaf', 'root', 'stem'].map((word) => runSpellingJob({ words: [word] })))
  expect([sent.mock.calls.length, new Set(sent.mock.contexts).size]).toEqual([6, 2])
})
