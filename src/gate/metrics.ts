import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/client.ts'
import { makeDurations } from './durations.ts'
import type { Queue } from './queue.ts'

/** What the service counts of itself, for Prometheus. One registry an app, so that several can live in a process. */
export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics(db: Database, queue: Queue) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = makeDurations(registry)
  const fallbacks = new Counter({
    name: 'rate_limit_fallbacks_total',
    help: 'Requests counted in memory because Redis was away.',
    registers,
  })
  const accidents = new Counter({ name: 'accidents_total', help: 'Errors that were masked.', registers })
  const shed = new Counter({
    name: 'requests_shed_total',
    help: 'Requests that were refused unread because the queue was too old.',
    registers,
  })
  new Gauge({
    name: 'queue_age_seconds',
    help: 'The age of the oldest request that waits to be worked on.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(queue.ageMs() / 1000)
    },
  })
  const waits = new Histogram({
    name: 'database_wait_seconds',
    help: 'How long requests waited for a connection, where none was free.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  db.onWait((ms) => waits.observe(ms / 1000))
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state, its size, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(db.pool())) this.set({ state }, count)
    },
  })
  return { registry, requests, fallbacks, accidents, shed }
}
