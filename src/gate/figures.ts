import cluster, { type Worker } from 'node:cluster'
import type { EventEmitter } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, Registry } from 'prom-client'
import { ApiError } from '../errors.ts'

/** Prometheus' text of all processes of the service together. */
export type Figures = () => Promise<string>

export const figuresType = Registry.PROMETHEUS_CONTENT_TYPE

// A process that serves asks the first one for the figures of all, and that one asks each for its own.
const ofAll = 'coursewright:figures'
const ofOne = 'coursewright:own-figures'

type Asked = { type: typeof ofAll | typeof ofOne; id: number }
/** `text` is undefined where one of them does not say what it counts. */
type Told = Asked & { text: string | undefined }
type ToldOwn = Asked & { metrics: object[] }
type Channel = EventEmitter & Pick<Worker, 'send'>

const isAbout = (message: unknown, type: Asked['type']): message is Asked => (message as Asked | null)?.type === type

const patienceMs = 5000

const unknown = () =>
  new ApiError('internal_error', 'A process does not say what it counts.', {
    status: 503,
    headers: { 'Retry-After': '1' },
  })

/** What the other end of a channel answers; undefined where it closes first. @throws ApiError 503 past the patience */
function answerOf<Answer extends Asked>(channel: Channel, asked: Asked): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    function leave(): void {
      clearTimeout(patience)
      channel.off('message', hear)
      channel.off('disconnect', end)
    }
    function end(answer?: Answer): void {
      leave()
      resolve(answer)
    }
    const hear = (message: unknown) => {
      if (isAbout(message, asked.type) && message.id === asked.id) end(message as Answer)
    }
    const patience = setTimeout(() => {
      leave()
      reject(unknown())
    }, patienceMs)
    channel.on('message', hear)
    channel.once('disconnect', end)
    channel.send(asked, undefined, undefined, (error) => error && end())
  })
}

/**
 * The first process adds up what the others count, and tells them when they ask; to be made before they are started.
 * One that is just starting or ending has nothing to add, and is not waited for. One that does not answer is not left out:
 * figures that fall and rise again would look like a restart.
 */
export function makeFleetFigures(): Figures {
  const serving = new Set<Worker>()
  let asked = 0
  cluster.on('listening', (worker) => serving.add(worker))
  cluster.on('disconnect', (worker) => serving.delete(worker))

  async function figures(): Promise<string> {
    const id = ++asked
    const told = await Promise.all([...serving].map((worker) => answerOf<ToldOwn>(worker, { type: ofOne, id })))
    return AggregatorRegistry.aggregate(told.flatMap((own) => (own ? [own.metrics] : []))).metrics()
  }

  cluster.on('message', async (worker, message) => {
    if (!isAbout(message, ofAll)) return
    const text = await figures().catch(() => undefined)
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
    const told = await answerOf<Told>(process as Channel, { type: ofAll, id: ++asked })
    if (told?.text === undefined) throw unknown()
    return told.text
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
