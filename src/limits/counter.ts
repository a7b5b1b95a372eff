import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export type CounterParts = { redis: Redis | undefined; log: Logger; onFallback: () => void }

/** Where somebody stands in the present window after a count. */
export type Count = { consumed: number; msBeforeNext: number }

/** Counts by name in windows of `seconds`, in one atomic step. */
export type Counter = (who: string, points: number) => Promise<Count>

/** A counter in Redis; in this process's memory where there is none or it is away, and then it says so. */
export function makeCounter(
  name: string,
  points: number,
  seconds: number,
  { redis, log, onFallback }: CounterParts,
): Counter {
  const options = { points, duration: seconds, keyPrefix: `coursewright:limit:${name}` }
  const shared = redis && new RateLimiterRedis({ ...options, storeClient: redis, inMemoryBlockOnConsumed: points + 1 })
  const local = new RateLimiterMemory(options)

  async function step(who: string, wanted: number): Promise<RateLimiterRes> {
    if (!shared) return local.consume(who, wanted)
    try {
      return await shared.consume(who, wanted)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      onFallback()
      log.warn({ error: error instanceof Error ? error.message : error }, 'limits are counted in memory: redis is away')
      return local.consume(who, wanted)
    }
  }

  return async (who, wanted) => {
    const result = await step(who, wanted).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error
      throw error
    })
    return { consumed: result.consumedPoints, msBeforeNext: result.msBeforeNext }
  }
}
