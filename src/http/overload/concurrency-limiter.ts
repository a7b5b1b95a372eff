import { eventLoopSampleIntervalMs, makeEventLoopDelayMonitor } from './event-loop-delay.ts'
import { makeFairQueue } from './fair-queue.ts'

/**
 * After this many measurements of the event loop delay, which is about a second, a new generation of requests begins.
 * Only requests of the current and the previous generation count against the concurrency limit.
 */
const samplesPerGeneration = 20

/**
 * The maximum number of requests that the limiter refuses in one turn of the event loop. After a long turn, the maximum
 * is `refusalsPerMs` for each millisecond of the turn. Further refusals wait for the next turn, so that they do not
 * delay the admitted requests.
 */
const refusalsPerTurn = 16
const refusalsPerMs = 10

/**
 * A response is slow if its request runs longer than this fraction of `maxWaitMs`. Slow responses lower the concurrency
 * limit, so that the next requests run faster. A request waits for at most `maxWaitMs`, and then normally runs for less
 * than `maxWaitMs`.
 */
const slowShare = 0.6

type Options = {
  /**
   * The longest time that a request may wait. A request that would wait longer is refused. With 0, the limiter admits
   * all requests immediately.
   */
  maxWaitMs: number
  /**
   * The limits on concurrent requests:
   * - `maxConcurrency`: the normal limit.
   * - `minConcurrency`: the lowest limit. Slow responses never reduce the limit below this number.
   * - `lateLoopConcurrency`: the limit while the event loop delay is longer than `maxWaitMs`. A request is exempt if
   * its client has no other unfinished request.
   */
  maxConcurrency: number
  minConcurrency: number
  lateLoopConcurrency: number
  /**
   * The number of places in addition to the concurrency limit. Only a client without another unfinished request can get
   * such a place, so that a client with many slow requests does not keep other clients waiting.
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
 * Makes a concurrency limiter that adapts to response times. A request can wait in three places: in the queue of the
 * limiter, for a database connection, or unread in the socket while the event loop is busy. If one of these waits
 * becomes longer than `maxWaitMs`, the limiter refuses requests.
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
   * The unfinished requests that count against the limit: those of the current generation (`recent`) and those of the
   * generation before (`earlier`). Older requests do not count, because they usually wait for a language model or a
   * client, and must not block other requests.
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
    const generation = recent
    const since = now()
    generation.inFlight++
    running.set(client, (running.get(client) ?? 0) + 1)
    return () => {
      generation.inFlight--
      const left = running.get(client)! - 1
      if (left > 0) running.set(client, left)
      else running.delete(client)
      const at = now()
      if (generation === recent || generation === earlier) adaptLimit(at - since)
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
   * allows it. Each turn of the event loop admits only one request. Otherwise many requests without I/O could run in a
   * single turn, and new connections would have to wait.
   */
  function admit(at: number): void {
    for (let oldest = queue.oldest(); oldest && at - oldest.since > maxWaitMs; oldest = queue.oldest())
      refuse(queue.takeOldest()!.decide)
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
   * Runs at every sampling interval. Measures the event loop delay, then admits or refuses queued requests. After every
   * `samplesPerGeneration` measurements, a new generation of requests begins, and the requests of the last generation
   * count as `earlier`.
   */
  function sample(): void {
    const at = now()
    eventLoopDelay.sample(at)
    if (++samples % samplesPerGeneration === 0) {
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
     * @param client identifies the sender of the request
     */
    acquire(client: string): Release | Promise<Release | undefined> {
      if (maxWaitMs === 0) return noRelease
      if (oldestWaitMs() > maxWaitMs) return new Promise(refuse)
      const isIdle = !running.has(client) && !queue.has(client)
      // While the event loop is delayed, the limiter refuses requests. But a flood of refused requests also delays the
      // event loop. Two kinds of requests are still accepted, so that the limiter never refuses everything: the only
      // request of a client, and any request while fewer than `lateLoopConcurrency` requests are running.
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
