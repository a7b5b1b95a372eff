import { eventLoopSampleIntervalMs, makeEventLoopDelayMonitor } from './event-loop-delay.ts'
import { makeFairQueue } from './fair-queue.ts'

/**
 * A new period begins after this many measurements of the event loop delay (about a second). Only requests of the
 * current and the previous period count against the limit.
 */
const samplesPerPeriod = 20

/**
 * The maximum number of refusals in one turn of the event loop. Without a limit, many refusals would delay the admitted
 * requests.
 */
const refusalsPerTurn = 16
/** The maximum number of refusals per millisecond of a long turn of the event loop. */
const refusalsPerMs = 10

/**
 * A response is slow if its request runs longer than this fraction of `maxWaitMs`. Slow responses lower the concurrency
 * limit.
 */
const slowShare = 0.6

type Options = {
  /**
   * The longest time that a request may wait. A request that would wait longer is refused. With 0, the limiter admits
   * all requests immediately.
   */
  maxWaitMs: number
  /** The normal limit on concurrent requests. */
  maxConcurrency: number
  /** The lowest limit on concurrent requests. Slow responses never reduce the limit below this number. */
  minConcurrency: number
  /**
   * The limit on concurrent requests while the event loop delay is longer than `maxWaitMs`. A client without another
   * unfinished request is exempt from this limit.
   */
  lateLoopConcurrency: number
  /**
   * How many requests beyond the limit are admitted from clients without another unfinished request. Without this
   * reserve, a client with many slow requests could block all others.
   */
  reservedForIdleClients: number
  /** Returns the longest current wait for a database connection, in milliseconds. */
  oldestWaitMs(): number
  now?: () => number
}

/** Returns the limits on concurrent requests for a database pool of `poolSize` connections. */
export const getConcurrencyLimits = (poolSize: number) => ({
  maxConcurrency: Math.max(64, 6 * poolSize),
  minConcurrency: poolSize + 4,
  lateLoopConcurrency: poolSize,
  reservedForIdleClients: 16,
})

/** Tells the limiter that a request has ended. */
type Release = () => void
type Decide = (leave: Release | undefined) => void

const noRelease: Release = () => {}

/**
 * Admits requests, or lets them wait, or refuses them if they would wait too long. The clients of waiting requests take
 * turns.
 */
export type ConcurrencyLimiter = ReturnType<typeof makeConcurrencyLimiter>

/**
 * Makes a limiter that adapts its limit to the response times. The limiter refuses requests if the wait in its queue,
 * the wait for a database connection or the event loop delay is too long.
 */
export function makeConcurrencyLimiter({
  maxWaitMs,
  maxConcurrency,
  minConcurrency,
  lateLoopConcurrency,
  reservedForIdleClients,
  oldestWaitMs,
  now = () => performance.now(),
}: Options) {
  const queue = makeFairQueue<{ client: string; since: number; decide: Decide }>()
  const refused: Decide[] = []
  /**
   * The numbers of unfinished requests that began in the current period (`recent`) and in the period before it
   * (`earlier`). Older requests do not count, because they usually wait for a language model or a client.
   */
  let recent = { inFlight: 0 }
  let earlier = { inFlight: 0 }
  let limit = maxConcurrency
  let refusedAt = 0
  let samples = 0
  let hasAdmittedInTurn = false
  const eventLoopDelay = makeEventLoopDelayMonitor(now)

  const inFlight = () => recent.inFlight + earlier.inFlight
  /** The number of unfinished requests of each client. */
  const running = new Map<string, number>()

  function start(client: string): Release {
    const period = recent
    const since = now()
    period.inFlight++
    running.set(client, (running.get(client) ?? 0) + 1)
    return () => {
      period.inFlight--
      const left = running.get(client)! - 1
      if (left > 0) running.set(client, left)
      else running.delete(client)
      const at = now()
      if (period === recent || period === earlier) adaptLimit(at - since)
      if (queue.oldest()) admit(at)
    }
  }

  /**
   * Adapts the concurrency limit to the duration of a finished request. A slow response lowers the limit, and any other
   * response raises the limit a little.
   */
  function adaptLimit(tookMs: number): void {
    limit =
      tookMs > maxWaitMs * slowShare ? Math.max(minConcurrency, limit * 0.98) : Math.min(maxConcurrency, limit + 0.05)
  }

  function refuse(decide: Decide): void {
    if (refused.push(decide) > 1) return
    refusedAt = now()
    setImmediate(refuseSome)
  }

  function refuseSome(): void {
    const at = now()
    const count = Math.max(refusalsPerTurn, refusalsPerMs * (at - refusedAt))
    refusedAt = at
    for (const decide of refused.splice(0, count)) decide(undefined)
    if (refused.length > 0) setImmediate(refuseSome)
  }

  /**
   * Refuses queued requests that have waited too long. Then admits the next queued request, if the concurrency limit
   * allows it.
   */
  function admit(at: number): void {
    for (let oldest = queue.oldest(); oldest && at - oldest.since > maxWaitMs; oldest = queue.oldest())
      refuse(queue.takeOldest()!.decide)
    // Each turn of the event loop admits only one request, so that requests without I/O do not delay new connections.
    if (hasAdmittedInTurn || inFlight() >= limit) return
    const next = queue.takeNext()
    if (!next) return
    hasAdmittedInTurn = true
    setImmediate(startTurn)
    next.decide(start(next.client))
  }

  function startTurn(): void {
    hasAdmittedInTurn = false
    if (queue.oldest()) admit(now())
  }

  /**
   * Runs every `eventLoopSampleIntervalMs` milliseconds. Measures the event loop delay, then admits or refuses queued
   * requests.
   */
  function sample(): void {
    const at = now()
    eventLoopDelay.sample(at)
    if (++samples % samplesPerPeriod === 0) {
      earlier = recent
      recent = { inFlight: 0 }
    }
    admit(at)
  }

  const timer = maxWaitMs > 0 ? setInterval(sample, eventLoopSampleIntervalMs).unref() : undefined
  return {
    /**
     * Admits a request, possibly after a wait. Returns a function to call when the request ends, or undefined if the
     * request is refused.
     */
    acquire(client: string): Release | Promise<Release | undefined> {
      if (maxWaitMs === 0) return noRelease
      if (oldestWaitMs() > maxWaitMs) return new Promise(refuse)
      const isIdle = !running.has(client) && !queue.has(client)
      // A flood of refusals can also delay the event loop, so a delay alone is no reason to refuse a request.
      // A request is refused only if its client has another request and `lateLoopConcurrency` requests run.
      if (!isIdle && inFlight() >= lateLoopConcurrency && eventLoopDelay.ms() > maxWaitMs) return new Promise(refuse)
      if (isIdle ? inFlight() < limit + reservedForIdleClients : inFlight() < limit && !queue.oldest())
        return start(client)
      return new Promise((decide) => queue.push(client, { client, since: now(), decide }))
    },
    /**
     * Returns the longest current wait, in milliseconds: in the queue, for the event loop, or for a database
     * connection.
     */
    oldestAgeMs(): number {
      const first = queue.oldest()
      return Math.max(first ? now() - first.since : 0, eventLoopDelay.ms(), oldestWaitMs())
    },
    sample,
    stop: () => clearInterval(timer),
  }
}
