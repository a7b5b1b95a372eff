import type { Metric, Registry } from 'prom-client'

type Labels = { method: string; route: string; status: number }

type Tally = { labels: Labels; sum: number; counts: number[] }

const name = 'http_request_duration_seconds'
const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, Number.POSITIVE_INFINITY]
const boundTexts = bounds.map((bound) => (bound === Number.POSITIVE_INFINITY ? '+Inf' : bound))

/** What prom-client's histogram would tell of a tally: how many were not longer than each bound, their sum and number. */
function told({ labels, sum, counts }: Tally) {
  let count = 0
  const buckets = counts.map((more, index) => {
    count += more
    return { metricName: `${name}_bucket`, labels: { le: boundTexts[index]!, ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

/**
 * How long requests took, by method, route and status: a histogram in prom-client's registry. Its own writes the labels
 * down and looks the text up with every observation, which is more than reading a key from memory takes; here they are
 * looked up as they are.
 */
export function makeDurations(registry: Registry) {
  const byRoute = new Map<string, Map<number, Map<string, Tally>>>()
  const all: Tally[] = []

  function tallyOf(labels: Labels): Tally {
    const { method, route, status } = labels
    const byStatus = byRoute.get(route) ?? new Map<number, Map<string, Tally>>()
    byRoute.set(route, byStatus)
    const byMethod = byStatus.get(status) ?? new Map<string, Tally>()
    byStatus.set(status, byMethod)
    const made = { labels, sum: 0, counts: bounds.map(() => 0) }
    byMethod.set(method, made)
    all.push(made)
    return made
  }

  const metric = {
    name,
    get: async () => ({
      name,
      help: 'Duration of requests.',
      type: 'histogram',
      values: all.flatMap(told),
      aggregator: 'sum',
    }),
  }
  registry.registerMetric(metric as unknown as Metric)

  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      const tally = byRoute.get(route)?.get(status)?.get(method) ?? tallyOf({ method, route, status })
      tally.sum += seconds
      tally.counts[bounds.findIndex((bound) => seconds <= bound)]!++
    },
  }
}
