import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { disabledOptimizations } from '../optimizations.ts'
import type { SharedRedis } from '../redis/connection.ts'
import { makeCoalescingPointAdder } from './coalesce.ts'
import type { AddRateLimitPoints, RateLimitCounterState } from './counter-state.ts'
import { makeExceededCounterCache, makeFixedWindowCounter } from './fixed-window.ts'
import { getPointBatchSize, makeBatchingPointAdder } from './point-batches.ts'

/**
 * The options of a rate limit counter. `onFallback` is called when Redis does not answer and the counter uses memory
 * instead.
 */
export type RateLimitCounterOptions = { redis: SharedRedis | undefined; onFallback: () => void }

/** Makes a rate limit counter in Redis. Without Redis, or while Redis does not answer, the counter is in memory. */
export function makeRateLimitCounter(
  name: string,
  limit: number,
  seconds: number,
  { redis, onFallback }: RateLimitCounterOptions,
): AddRateLimitPoints {
  const countInMemory = makeFixedWindowCounter(seconds)
  if (!redis) return countInMemory
  const options = { points: limit, duration: seconds, keyPrefix: `coursewright:limit:${name}` }
  const limiter = new RateLimiterRedis({ ...options, storeClient: redis.client })
  const blockList = makeExceededCounterCache()

  async function countInRedis(key: string, points: number): Promise<RateLimitCounterState> {
    try {
      return toCount(await limiter.consume(key, points))
    } catch (error) {
      if (error instanceof RateLimiterRes) return toCount(error)
      throw error
    }
  }

  const count = makeCoalescingPointAdder(async (key, points) => {
    try {
      if (redis.isAvailable()) {
        // A counter over its limit stays over it until the time window ends, so Redis is not queried again.
        const msBeforeNext = blockList.remainingMs(key)
        if (msBeforeNext > 0) return { consumed: Number.POSITIVE_INFINITY, msBeforeNext }
        const count = await countInRedis(key, points)
        if (count.consumed > limit) blockList.add(key, count.msBeforeNext)
        return count
      }
    } catch (error) {
      redis.onFailure(error)
    }
    onFallback()
    return countInMemory(key, points)
  })
  const hasBatches = getPointBatchSize(limit) > 1 && !disabledOptimizations.has('rateLimitBatches')
  return hasBatches ? makeBatchingPointAdder(count, limit) : count
}

const toCount = ({ consumedPoints, msBeforeNext }: RateLimiterRes): RateLimitCounterState => ({
  consumed: consumedPoints,
  msBeforeNext,
})
