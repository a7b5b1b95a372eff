import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { makeLogger } from '../../src/platform/log.ts'

/** The logger of production, whose standard output is the array `written`. */
async function loggerToStdout() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const writes: string[] = []
  const stdout = { flushSync: vi.fn(), on: vi.fn(), write: (text: string) => void writes.push(text) }
  // Only these three methods of the stream are called.
  const destination = vi.spyOn(pino, 'destination').mockReturnValue(stdout as never)
  const before = new Set(process.listeners('exit'))
  const log = await makeLogger(readConfig({ NODE_ENV: 'production' }))
  const atExit = process.listeners('exit').filter((listener) => !before.has(listener))
  onTestFinished(() => {
    for (const listener of atExit) process.off('exit', listener)
    destination.mockRestore()
    vi.useRealTimers()
  })
  return { log, writes, stdout, destination, atExit }
}

test('log lines are written together after 200 ms, or at once when they have 16,000 characters', async () => {
  const { log, writes } = await loggerToStdout()
  log.info('first')
  log.info('second')
  vi.advanceTimersByTime(199)
  expect(writes).toEqual([])
  vi.advanceTimersByTime(1)
  expect(writes.map((text) => text.trim().split('\n').length)).toEqual([2])
  vi.advanceTimersByTime(1000)
  expect(writes).toHaveLength(1)
  log.info('x'.repeat(15_000))
  expect(writes).toHaveLength(1)
  log.info('x'.repeat(1000))
  expect(writes).toHaveLength(2)
})

test('log lines that cannot be written fill at most 1 MB of memory, and end no process', async () => {
  const { stdout, destination } = await loggerToStdout()
  expect(destination).toHaveBeenCalledWith({ dest: 1, sync: true, maxLength: 1_000_000 })
  expect(stdout.on).toHaveBeenCalledWith('error', expect.any(Function))
})

test('the last log lines are written when the process ends, as far as that is possible', async () => {
  const { log, writes, stdout, atExit } = await loggerToStdout()
  log.info('last')
  stdout.flushSync.mockImplementation(() => {
    throw new Error('closed')
  })
  for (const listener of atExit) listener(0)
  expect([writes.length, stdout.flushSync.mock.calls.length]).toEqual([1, 1])
})
