import { type Metric, Histogram as PrometheusHistogram, type Registry } from 'prom-client'
import { disabledOptimizations } from '../../platform/fast.ts'

type Labels = { method: string; route: string; status: number }

type Histogram = { labels: Labels; sum: number; counts: number[] }

const name = 'http_request_duration_seconds'
const bucketSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, Number.POSITIVE_INFINITY]
const bucketLabels = bucketSeconds.map((bound) => (bound === Number.POSITIVE_INFINITY ? '+Inf' : bound))

/** Returns the metrics of a histogram in the format of prom-client: cumulative buckets, sum and count. */
function toPrometheus({ labels, sum, counts }: Histogram) {
  let count = 0
  const buckets = counts.map((more, index) => {
    count += more
    return { metricName: `${name}_bucket`, labels: { le: bucketLabels[index]!, ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

type RequestDurations = { observe(method: string, route: string, status: number, seconds: number): void }

/** Makes a histogram with prom-client, for processes that disable the optimization `durations`. */
function makePlainDurations(registry: Registry): RequestDurations {
  const labelNames = ['method', 'route', 'status'] as const
  const buckets = bucketSeconds.slice(0, -1)
  const help = 'Duration of requests in seconds.'
  const histogram = new PrometheusHistogram({ name, help, labelNames, buckets, registers: [registry] })
  return { observe: (method, route, status, seconds) => histogram.observe({ method, route, status }, seconds) }
}

/**
 * Makes a histogram of request durations by method, route and status. Comparing labels directly is faster than
 * prom-client, which builds a text key for each duration.
 */
export function makeRequestDurationHistogram(registry: Registry): RequestDurations {
  if (disabledOptimizations.has('durations')) return makePlainDurations(registry)
  const byRoute = new Map<string, Histogram[]>()

  // A route has only a few histograms, one for each method and status.
  function findOrCreate(method: string, route: string, status: number): Histogram {
    const histograms = byRoute.get(route) ?? []
    const known = histograms.find(({ labels }) => labels.status === status && labels.method === method)
    if (known) return known
    const made = { labels: { method, route, status }, sum: 0, counts: bucketSeconds.map(() => 0) }
    byRoute.set(route, [...histograms, made])
    return made
  }

  const metric = {
    name,
    get: async () => ({
      name,
      help: 'Duration of requests in seconds.',
      type: 'histogram',
      values: [...byRoute.values()].flat().flatMap(toPrometheus),
      aggregator: 'sum',
    }),
  }
  registry.registerMetric(metric as unknown as Metric)

  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      const tally = findOrCreate(method, route, status)
      tally.sum += seconds
      tally.counts[bucketSeconds.findIndex((bound) => seconds <= bound)]!++
    },
  }
}
