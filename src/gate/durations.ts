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
  const byRoute = new Map<string, Tally[]>()

  // A route has few of them: its method or two, and the statuses that it was answered with.
  function tallyOf(method: string, route: string, status: number): Tally {
    const tallies = byRoute.get(route) ?? []
    const known = tallies.find(({ labels }) => labels.status === status && labels.method === method)
    if (known) return known
    const made = { labels: { method, route, status }, sum: 0, counts: bounds.map(() => 0) }
    byRoute.set(route, [...tallies, made])
    return made
  }

  const metric = {
    name,
    get: async () => ({
      name,
      help: 'Duration of requests.',
      type: 'histogram',
      values: [...byRoute.values()].flat().flatMap(told),
      aggregator: 'sum',
    }),
  }
  registry.registerMetric(metric as unknown as Metric)

  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      const tally = tallyOf(method, route, status)
      tally.sum += seconds
      tally.counts[bounds.findIndex((bound) => seconds <= bound)]!++
    },
  }
}
