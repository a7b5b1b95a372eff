import cluster from 'node:cluster'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { App } from '../../src/server/app.ts'
import { stopOnSignal } from '../../src/server/stop.ts'

/** A service that notes what happens when it stops. Its server closes by hand. */
function stoppable(closeApp = async () => {}) {
  const events: string[] = []
  const signals = new Map<string, (signal: NodeJS.Signals, number: number) => Promise<void>>()
  const on = vi
    .spyOn(process, 'on')
    .mockImplementation(((name: string, listener: never) => signals.set(name, listener)) as never)
  const exit = vi
    .spyOn(process, 'exit')
    .mockImplementation(((code: number) => void events.push(`exit ${code}`)) as never)
  onTestFinished(() => {
    on.mockRestore()
    exit.mockRestore()
  })
  const app = {
    services: { log: pino({ level: 'silent' }) },
    stop: () => events.push('not ready'),
    close: () => {
      events.push('closed')
      return closeApp()
    },
  } as unknown as App
  const answered = Promise.withResolvers<void>()
  const close = [
    (graceMs: number) => {
      events.push(`closing within ${graceMs} ms`)
      return answered.promise
    },
  ]
  stopOnSignal(close, app)
  close.push(async () => void events.push('closing another server'))
  return { events, signals, answered }
}

test.each([
  ['SIGTERM', 15],
  ['SIGINT', 2],
] as const)(
  'after %s, the service refuses connections, answers what it has, and only then closes what requests need',
  async (signal, number) => {
    const { events, signals, answered } = stoppable()
    const stopped = signals.get(signal)!(signal, number)
    await Promise.resolve()
    expect(events).toEqual(['not ready', 'closing within 25000 ms', 'closing another server'])
    answered.resolve()
    await stopped
    expect(events.slice(3)).toEqual(['closed', 'exit 0'])
  },
)

test('a second signal ends the process at once, but not a worker, which both the terminal and its parent signal', async () => {
  const { events, signals } = stoppable()
  void signals.get('SIGTERM')!('SIGTERM', 15)
  void signals.get('SIGINT')!('SIGINT', 2)
  expect(events).toContain('exit 130')
  const worker = stoppable()
  Object.assign(cluster, { isWorker: true })
  onTestFinished(() => void Object.assign(cluster, { isWorker: false }))
  void worker.signals.get('SIGTERM')!('SIGTERM', 15)
  void worker.signals.get('SIGTERM')!('SIGTERM', 15)
  expect(worker.events).toEqual(['not ready', 'closing within 25000 ms', 'closing another server'])
})

test('a stop ends in time, also if a statement of the database does not', async () => {
  const { events, signals, answered } = stoppable(() => new Promise(() => {}))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stopped = signals.get('SIGTERM')!('SIGTERM', 15)
  answered.resolve()
  await vi.waitFor(() => expect(events).toContain('closed'))
  expect(events).not.toContain('exit 0')
  await vi.advanceTimersByTimeAsync(4000)
  await stopped
  expect(events.at(-1)).toBe('exit 0')
})
