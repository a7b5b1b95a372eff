import cluster, { type Worker } from 'node:cluster'
import type { EventEmitter } from 'node:events'
import { AggregatorRegistry, Registry } from 'prom-client'
import { makeUnavailableError } from '../../platform/errors.ts'

/** Returns the metrics of all processes, in the text format of Prometheus. */
export type MetricsReader = () => Promise<string>

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE

/**
 * The types of metrics messages. A worker asks the primary process for all metrics. The primary process asks each
 * worker for its own metrics.
 */
const clusterMetrics = 'coursewright:cluster-metrics'
const workerMetrics = 'coursewright:worker-metrics'

type MetricsRequest = { type: typeof clusterMetrics | typeof workerMetrics; id: number }
/** The primary process's reply to a metrics request. `text` is undefined if a worker did not reply. */
type ClusterReply = MetricsRequest & { text: string | undefined }
type WorkerReply = MetricsRequest & { metrics: object[] }
type Channel = EventEmitter & Pick<Worker, 'send'>

const isRequest = (message: unknown, type: MetricsRequest['type']): message is MetricsRequest =>
  (message as MetricsRequest | null)?.type === type

const replyTimeoutMs = 5000

const metricsUnavailable = () => makeUnavailableError('Metrics of a worker process are unavailable.')

/**
 * Asks another process for metrics. Returns undefined if the process disconnects first.
 * @throws ApiError 503 if no reply arrives within `replyTimeoutMs`
 */
function requestMetrics<Answer extends MetricsRequest>(
  channel: Channel,
  asked: MetricsRequest,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    function stopWaiting(): void {
      clearTimeout(timer)
      channel.off('message', onMessage)
      channel.off('disconnect', end)
    }
    function end(answer?: Answer): void {
      stopWaiting()
      resolve(answer)
    }
    const onMessage = (message: unknown) => {
      if (isRequest(message, asked.type) && message.id === asked.id) end(message as Answer)
    }
    const timer = setTimeout(() => {
      stopWaiting()
      reject(metricsUnavailable())
    }, replyTimeoutMs)
    channel.on('message', onMessage)
    channel.once('disconnect', end)
    channel.send(asked, undefined, undefined, (error) => error && end())
  })
}

/**
 * Makes the function that adds up the metrics of all running workers. Call `makeWorkerMetricsAggregator` before the
 * first worker starts.
 */
export function makeWorkerMetricsAggregator(): MetricsReader {
  const workers = new Set<Worker>()
  let asked = 0
  cluster.on('listening', (worker) => workers.add(worker))
  cluster.on('disconnect', (worker) => workers.delete(worker))

  async function aggregate(): Promise<string> {
    const id = ++asked
    // If a worker does not reply in time, this call fails.
    // Prometheus would interpret a lower sum as a restart of the service.
    const replies = await Promise.all(
      [...workers].map((worker) => requestMetrics<WorkerReply>(worker, { type: workerMetrics, id })),
    )
    return AggregatorRegistry.aggregate(replies.flatMap((own) => (own ? [own.metrics] : []))).metrics()
  }

  cluster.on('message', async (worker, message) => {
    if (!isRequest(message, clusterMetrics)) return
    const text = await aggregate().catch(() => undefined)
    if (worker.isConnected()) worker.send({ ...message, text } satisfies ClusterReply)
  })
  return aggregate
}

/**
 * Makes the function that reports metrics. In a worker, the function reports the metrics of all workers. In any other
 * process, the function reports the metrics of that process.
 */
export function makeMetricsReader(registry: Registry): MetricsReader {
  if (!cluster.isWorker) return () => registry.metrics()
  process.on('message', async (message) => {
    if (isRequest(message, workerMetrics))
      process.send!({ ...message, metrics: await registry.getMetricsAsJSON() } satisfies WorkerReply)
  })
  let asked = 0
  return async () => {
    const reply = await requestMetrics<ClusterReply>(process as Channel, { type: clusterMetrics, id: ++asked })
    if (reply?.text === undefined) throw metricsUnavailable()
    return reply.text
  }
}
