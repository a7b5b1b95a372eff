import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCluster } from '../../src/server/cluster.ts'

/** A cluster of processes that exist only in the test. `exits` are the exit codes of the primary process. */
function fakeCluster(size: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const workers: { worker: EventEmitter; killed: string[] }[] = []
  const fork = vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const killed: string[] = []
    const process = { pid: workers.length + 1, kill: (signal: string) => killed.push(signal) }
    const worker = Object.assign(new EventEmitter(), { process })
    workers.push({ worker, killed })
    Object.assign(cluster, { workers: { ...cluster.workers, [workers.length]: worker } })
    worker.once('exit', () => {
      const others = Object.entries(cluster.workers ?? {}).filter(([, one]) => one !== (worker as unknown))
      Object.assign(cluster, { workers: Object.fromEntries(others) })
    })
    return worker as unknown as Worker
  })
  const exits: unknown[] = []
  // The real function does not return, and this one does.
  const exit = vi.spyOn(process, 'exit').mockImplementation(((code: number) => void exits.push(code)) as never)
  const signals = new Map<string, (signal: NodeJS.Signals, number: number) => Promise<void>>()
  const on = vi
    .spyOn(process, 'on')
    .mockImplementation(((name: string, listener: never) => signals.set(name, listener)) as never)
  onTestFinished(() => {
    for (const spy of [fork, exit, on]) spy.mockRestore()
    vi.useRealTimers()
    Object.assign(cluster, { workers: {} })
  })
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line).msg) })
  const started = makeCluster(size, log).start()
  return {
    logged,
    workers,
    exits,
    signals,
    started,
    end: (index: number, code = 1) => workers[index]!.worker.emit('exit', code),
  }
}

async function startCluster(size: number) {
  const made = fakeCluster(size)
  made.workers[0]!.worker.emit('listening', { port: 4000 })
  expect(await made.started).toBe(4000)
  return made
}

test('the other workers start when the first one listens', async () => {
  const { workers, started } = fakeCluster(3)
  expect(workers).toHaveLength(1)
  workers[0]!.worker.emit('listening', { port: 4000 })
  expect([await started, workers.length]).toEqual([4000, 3])
})

test.each([
  [3, 3],
  [0, 1],
])('if the first worker ends with code %i before it listens, so does the service, with code %i', (code, told) => {
  const { exits, end } = fakeCluster(2)
  end(0, code)
  expect(exits).toEqual([told])
})

test('a stop while the first worker starts ends with code 0, and starts no other worker', async () => {
  const { workers, exits, signals, started, end } = fakeCluster(3)
  const stopped = signals.get('SIGTERM')!('SIGTERM', 15)
  workers[0]!.worker.emit('listening', { port: 4000 })
  await started
  end(0, 0)
  await stopped
  expect([workers.length, workers[0]!.killed, exits]).toEqual([1, ['SIGTERM'], [0]])
})

test('a stop that ends the first worker before it listens ends with code 0', async () => {
  const { exits, signals, end } = fakeCluster(3)
  const stopped = signals.get('SIGTERM')!('SIGTERM', 15)
  end(0, 0)
  await stopped
  expect(exits).toEqual([0])
})

test('a worker that ends is replaced after a pause, also the first one', async () => {
  const { workers, exits, end } = await startCluster(2)
  end(0)
  expect([workers.length, exits]).toEqual([2, []])
  vi.advanceTimersByTime(99)
  expect(workers).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(workers).toHaveLength(3)
  end(2)
  vi.advanceTimersByTime(199)
  expect(workers).toHaveLength(3)
  vi.advanceTimersByTime(1)
  expect(workers).toHaveLength(4)
  vi.advanceTimersByTime(60_001)
  end(3)
  vi.advanceTimersByTime(100)
  expect(workers).toHaveLength(5)
})

test('a stop waits for all workers, ends with the highest code, and replaces no worker', async () => {
  const { logged, workers, exits, signals, end } = await startCluster(3)
  end(2)
  const stopped = signals.get('SIGTERM')!('SIGTERM', 15)
  expect(workers.map(({ killed }) => killed)).toEqual([['SIGTERM'], ['SIGTERM'], []])
  end(0, 0)
  await Promise.resolve()
  expect(exits).toEqual([])
  end(1, 7)
  await stopped
  expect(exits).toEqual([7])
  // That a worker ends because of the stop is no error.
  expect(logged).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  expect(workers).toHaveLength(3)
})

test('a second signal ends all processes at once', async () => {
  const { workers, exits, signals } = await startCluster(2)
  void signals.get('SIGINT')!('SIGINT', 2)
  void signals.get('SIGTERM')!('SIGTERM', 15)
  // In the test, the process goes on after its end.
  expect(workers.map(({ killed }) => killed.slice(0, 2))).toEqual([
    ['SIGTERM', 'SIGKILL'],
    ['SIGTERM', 'SIGKILL'],
  ])
  expect(exits[0]).toBe(143)
})
