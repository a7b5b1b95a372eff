import { AggregatorRegistry, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { makeRequestDurationHistogram } from '../../../src/http/metrics/durations.ts'

const observed: [method: string, route: string, status: number, seconds: number][] = [
  ['GET', '/graphql', 200, 0.0019],
  ['GET', '/graphql', 200, 0.002],
  ['POST', '/graphql', 200, 0.4],
  ['GET', 'GET /api/v1/courses/{courseId}', 404, 0],
  ['GET', '/graphql', 200, 11],
  ['', 'none', 400, 2.5],
]

function prometheusOwn(registry: Registry): void {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests in seconds.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  for (const [method, route, status, seconds] of observed) histogram.observe({ method, route, status }, seconds)
}

function ours(registry: Registry): void {
  const durations = makeRequestDurationHistogram(registry)
  for (const one of observed) durations.observe(...one)
}

const registryOf = (fill: (registry: Registry) => void) => {
  const registry = new Registry()
  fill(registry)
  return registry
}

test('request durations are reported like a histogram of prom-client', async () => {
  expect(await registryOf(ours).metrics()).toBe(await registryOf(prometheusOwn).metrics())
})

test('request durations of several processes are aggregated like those of prom-client', async () => {
  const sum = async (fill: (registry: Registry) => void) => {
    const told = await Promise.all([fill, fill].map((one) => registryOf(one).getMetricsAsJSON()))
    return AggregatorRegistry.aggregate(told).metrics()
  }
  expect(await sum(ours)).toBe(await sum(prometheusOwn))
})
