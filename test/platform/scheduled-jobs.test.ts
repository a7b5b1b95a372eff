import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startScheduledJobs } from '../../src/platform/scheduled-jobs.ts'

test('a scheduled job that fails is logged, runs again, and ends when jobs are stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const logged: unknown[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) })
  let runs = 0
  const run = async () => {
    runs++
    throw new Error('no space left')
  }
  const stop = startScheduledJobs([{ name: 'cleanup', everyMs: 1000, run }], log)
  await vi.advanceTimersByTimeAsync(2000)
  expect(runs).toBe(2)
  expect(logged).toHaveLength(2)
  stop()
  await vi.advanceTimersByTimeAsync(2000)
  expect(runs).toBe(2)
})

test('a job is not started while its last run still runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const runs: PromiseWithResolvers<void>[] = []
  const run = () => {
    runs.push(Promise.withResolvers<void>())
    return runs.at(-1)!.promise
  }
  onTestFinished(startScheduledJobs([{ name: 'cleanup', everyMs: 1000, run }], pino({ level: 'silent' })))
  await vi.advanceTimersByTimeAsync(3000)
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(2)
})

test('scheduled jobs do not keep the process running', () => {
  const interval = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => interval.mockRestore())
  const stop = startScheduledJobs(
    [{ name: 'cleanup', everyMs: 3_600_000, run: async () => {} }],
    pino({ level: 'silent' }),
  )
  expect(interval.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false])
  stop()
})
