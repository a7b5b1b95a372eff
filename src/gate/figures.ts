import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, Registry } from 'prom-client'

/** Prometheus' text of all processes of the service together. */
export type Figures = () => Promise<string>

export const figuresType = Registry.PROMETHEUS_CONTENT_TYPE

// A process that serves asks the first one for the figures of all, and that one asks each for its own.
const ofAll = 'coursewright:figures'
const ofOne = 'coursewright:own-figures'

type Asked = { type: typeof ofAll | typeof ofOne; id: number }
type Told = Asked & { text: string }
type ToldOwn = Asked & { metrics: object[] }

const isAbout = (message: unknown, type: Asked['type']): message is Asked => (message as Asked | null)?.type === type

const patienceMs = 2000

/** What one process counts; undefined where it ends before it says so, or is too busy. */
function ownOf(worker: Worker, id: number): Promise<object[] | undefined> {
  return new Promise((resolve) => {
    function end(metrics?: object[]): void {
      clearTimeout(patience)
      worker.off('message', hear)
      worker.off('disconnect', end)
      resolve(metrics)
    }
    const hear = (message: unknown) => {
      if (isAbout(message, ofOne) && message.id === id) end((message as ToldOwn).metrics)
    }
    const patience = setTimeout(end, patienceMs)
    worker.on('message', hear)
    worker.once('disconnect', end)
    worker.send({ type: ofOne, id } satisfies Asked, (error) => error && end())
  })
}

/**
 * The first process adds up what the others count, and tells them when they ask; to be made before they are started.
 * One that is just starting or ending has nothing to add, and is not waited for.
 */
export function makeFleetFigures(): Figures {
  const serving = new Set<Worker>()
  let asked = 0
  cluster.on('listening', (worker) => serving.add(worker))
  cluster.on('disconnect', (worker) => serving.delete(worker))

  async function figures(): Promise<string> {
    const id = ++asked
    const told = await Promise.all([...serving].map((worker) => ownOf(worker, id)))
    return AggregatorRegistry.aggregate(told.filter((metrics) => metrics !== undefined)).metrics()
  }

  cluster.on('message', async (worker, message) => {
    if (!isAbout(message, ofAll)) return
    const text = await figures()
    if (worker.isConnected()) worker.send({ ...message, text } satisfies Told)
  })
  return figures
}

/** This process's figures where it is alone; else those of all. */
export function makeFigures(registry: Registry): Figures {
  if (!cluster.isWorker) return () => registry.metrics()
  process.on('message', async (message) => {
    if (isAbout(message, ofOne))
      process.send!({ ...message, metrics: await registry.getMetricsAsJSON() } satisfies ToldOwn)
  })
  let asked = 0
  return async () => {
    const id = ++asked
    process.send!({ type: ofAll, id } satisfies Asked)
    for (;;) {
      const [told] = (await once(process, 'message')) as [unknown]
      if (isAbout(told, ofAll) && told.id === id) return (told as Told).text
    }
  }
}

/** Figures on a port of their own, which the operator keeps to themselves. */
export function figuresServer(figures: Figures): Server {
  return createServer(async (_req, res) => {
    res.setHeader('Content-Type', figuresType)
    const text = await figures().catch(() => undefined)
    if (text === undefined) res.statusCode = 503
    res.end(text)
  })
}
