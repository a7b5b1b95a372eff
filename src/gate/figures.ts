import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, Registry } from 'prom-client'

/** Prometheus' text of all processes of the service together. */
export type Figures = () => Promise<string>

export const figuresType = Registry.PROMETHEUS_CONTENT_TYPE

const ask = 'coursewright:figures'

type Asked = { type: typeof ask; id: number }
type Told = Asked & { text: string }

const isAbout = (message: unknown): message is Asked => (message as Asked | null)?.type === ask

/** The first process adds up what the others count, and tells them when they ask. */
export function makeFleetFigures(): Figures {
  const sum = new AggregatorRegistry()
  cluster.on('message', async (worker, message) => {
    if (!isAbout(message)) return
    const text = await sum.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ ...message, text })
  })
  return () => sum.clusterMetrics()
}

/** This process's figures where it is alone; else those of all. */
export function makeFigures(registry: Registry): Figures {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
  let asked = 0
  return async () => {
    const id = ++asked
    process.send!({ type: ask, id } satisfies Asked)
    for (;;) {
      const [told] = (await once(process, 'message')) as [unknown]
      if (isAbout(told) && told.id === id) return (told as Told).text
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
