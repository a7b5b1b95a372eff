import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../platform/db/database.ts'
import type { ConcurrencyLimiter } from '../overload/concurrency-limiter.ts'

/**
 * The Prometheus metrics of the service. Each `App` has a separate registry of metrics, so tests can run several apps
 * in one process.
 */
export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics(db: Database, limiter: ConcurrencyLimiter) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests in seconds.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const rateLimitFallbacks = new Counter({
    name: 'rate_limit_fallbacks_total',
    help: 'Requests that were counted in memory because Redis was unreachable.',
    registers,
  })
  const internalErrors = new Counter({
    name: 'accidents_total',
    help: 'Unexpected errors, which clients see as internal_error.',
    registers,
  })
  const shedRequests = new Counter({
    name: 'requests_shed_total',
    help: 'Requests that were refused without being read, because of overload.',
    registers,
  })
  const refusedConnections = new Counter({
    name: 'connections_refused_total',
    help: 'Connections that were refused because too many were open.',
    registers,
  })
  new Gauge({
    name: 'queue_age_seconds',
    help: 'The longest current wait of a request: in the queue, for the event loop, or for a database connection.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(limiter.oldestAgeMs() / 1000)
    },
  })
  const waits = new Histogram({
    name: 'database_wait_seconds',
    help: 'How long requests waited for a database connection.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  db.onWait((ms) => waits.observe(ms / 1000))
  new Gauge({
    name: 'database_connections',
    help: 'Database connections by state, the size of the pool, and the requests that wait for a connection.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(db.pool())) this.set({ state }, count)
    },
  })
  return { registry, requests, rateLimitFallbacks, internalErrors, shedRequests, refusedConnections }
}
