import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { Counter, Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeWorkerMetricsAggregator } from '../../../src/http/metrics/cluster-metrics.ts'

type Sent = { type: string; id: number; text?: string }

/** A worker process that answers by hand. */
function fakeWorker() {
  const sent: Sent[] = []
  let failure: Error | null = null
  const worker = Object.assign(new EventEmitter(), {
    isConnected: () => true,
    send: (message: Sent, _handle?: unknown, _options?: unknown, done?: (error: Error | null) => void) => {
      sent.push(message)
      done?.(failure)
      return true
    },
  })
  const metrics = async (count: number) => {
    const registry = new Registry()
    new Counter({ name: 'counted', help: 'A count.', registers: [registry] }).inc(count)
    return registry.getMetricsAsJSON()
  }
  return {
    worker: worker as unknown as Worker,
    sent,
    emit: (name: string, ...args: unknown[]) => worker.emit(name, ...args),
    answer: async (count: number, id = sent.at(-1)!.id) => {
      worker.emit('message', { type: 'coursewright:worker-metrics', id, metrics: await metrics(count) })
    },
    failToSend: () => {
      failure = new Error('closed')
    },
    listeners: () => worker.listenerCount('message') + worker.listenerCount('disconnect'),
  }
}

/** The reporter of a primary process, and two workers that listen. */
function primary() {
  const before = new Map(['listening', 'disconnect', 'message'].map((name) => [name, new Set(cluster.listeners(name))]))
  const report = makeWorkerMetricsAggregator()
  onTestFinished(() => {
    for (const [name, kept] of before)
      for (const listener of cluster.listeners(name))
        if (!kept.has(listener)) cluster.off(name, listener as (...args: unknown[]) => void)
  })
  const workers = [fakeWorker(), fakeWorker()] as const
  for (const { worker } of workers) cluster.emit('listening', worker)
  onTestFinished(() => {
    for (const { worker } of workers) cluster.emit('disconnect', worker)
  })
  return { report, workers }
}

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('the metrics of all workers are added up, and nobody listens afterwards', async () => {
  stopClock()
  const { report, workers } = primary()
  const reported = report()
  await workers[0].answer(2)
  workers[1].emit('message', { type: 'another message', id: workers[1].sent[0]!.id })
  await workers[1].answer(100, workers[1].sent[0]!.id + 1)
  await workers[1].answer(3)
  expect(await reported).toContain('\ncounted 5\n')
  expect([...workers.map((one) => one.listeners()), vi.getTimerCount()]).toEqual([0, 0, 0])
})

test('if a worker does not reply within five seconds, there are no metrics', async () => {
  stopClock()
  const { report, workers } = primary()
  let failure: unknown
  report().catch((error: unknown) => {
    failure = error
  })
  await workers[0].answer(2)
  await vi.advanceTimersByTimeAsync(4999)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure).toMatchObject({ status: 503 })
  expect(workers.map((one) => one.listeners())).toEqual([0, 0])
})

test('a worker that ends, or to which nothing can be sent, does not count', async () => {
  stopClock()
  const { report, workers } = primary()
  const reported = report()
  await workers[0].answer(2)
  workers[1].emit('disconnect')
  expect(await reported).toContain('\ncounted 2\n')
  workers[1].failToSend()
  const again = report()
  await workers[0].answer(2)
  expect(await again).toContain('\ncounted 2\n')
  cluster.emit('disconnect', workers[1].worker)
  const sent = workers[1].sent.length
  const last = report()
  await workers[0].answer(2)
  await last
  expect([workers[1].sent.length, vi.getTimerCount()]).toEqual([sent, 0])
})

test('a worker that asks gets the metrics of all, or hears that there are none', async () => {
  stopClock()
  const { workers } = primary()
  const [asking, silent] = workers
  cluster.emit('message', asking.worker, { type: 'another message', id: 1 })
  expect([...asking.sent, ...silent.sent]).toEqual([])
  cluster.emit('message', asking.worker, { type: 'coursewright:cluster-metrics', id: 41 })
  await asking.answer(2)
  await silent.answer(3)
  const answered = async () => {
    for (let count = 0; count < 20; count++) await turn()
    return asking.sent.filter(({ type }) => type === 'coursewright:cluster-metrics')
  }
  expect(await answered()).toEqual([
    { type: 'coursewright:cluster-metrics', id: 41, text: expect.stringContaining('\ncounted 5\n') },
  ])
  cluster.emit('message', asking.worker, { type: 'coursewright:cluster-metrics', id: 42 })
  await asking.answer(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect((await answered()).at(-1)).toEqual({ type: 'coursewright:cluster-metrics', id: 42, text: undefined })
})
