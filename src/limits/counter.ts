import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Shared } from '../db/redis.ts'

/** `onFallback` hears of every count that is made in memory though there is a Redis. */
export type CounterParts = { redis: Shared | undefined; onFallback: () => void }

/** Where somebody stands in the present window after a count; `consumed` is infinite for one who is known to be over. */
export type Count = { consumed: number; msBeforeNext: number }

/** Counts by name in windows of `seconds`, in one atomic step; 0 points only look. */
export type Counter = (who: string, points: number) => Promise<Count>

/** A counter in Redis; in this process's memory where there is none, and while it is away. */
export function makeCounter(
  name: string,
  points: number,
  seconds: number,
  { redis, onFallback }: CounterParts,
): Counter {
  const options = { points, duration: seconds, keyPrefix: `coursewright:limit:${name}` }
  const shared =
    redis && new RateLimiterRedis({ ...options, storeClient: redis.client, inMemoryBlockOnConsumed: points + 1 })
  const local = new RateLimiterMemory(options)

  async function step(who: string, wanted: number): Promise<RateLimiterRes> {
    if (!redis || !shared) return local.consume(who, wanted)
    try {
      if (redis.answers()) return await shared.consume(who, wanted)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      redis.failed(error)
    }
    onFallback()
    return local.consume(who, wanted)
  }

  return inTurn(async (who, wanted) => {
    try {
      const { consumedPoints, msBeforeNext } = await step(who, wanted)
      return { consumed: consumedPoints, msBeforeNext }
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      // Who is over the limit is kept out by memory until the window ends, without a count.
      return { consumed: error.consumedPoints || Number.POSITIVE_INFINITY, msBeforeNext: error.msBeforeNext }
    }
  })
}

type Ask = { points: number; resolve(count: Count): void; reject(error: unknown): void }

/**
 * One step at a time for each name: whoever asks while one is under way is counted with the next, together with all
 * others who did, and told their own place in it. Under load that is one round trip for many requests.
 */
function inTurn(step: Counter): Counter {
  const lines = new Map<string, Ask[]>()

  async function take(who: string, asks: Ask[]): Promise<void> {
    const total = asks.reduce((sum, { points }) => sum + points, 0)
    try {
      const { consumed, msBeforeNext } = await step(who, total)
      let place = consumed - total
      for (const { points, resolve } of asks) {
        place += points
        resolve({ consumed: place, msBeforeNext })
      }
    } catch (error) {
      for (const { reject } of asks) reject(error)
    }
    const next = lines.get(who)!
    if (next.length === 0) return void lines.delete(who)
    lines.set(who, [])
    void take(who, next)
  }

  return (who, points) =>
    new Promise((resolve, reject) => {
      const ask = { points, resolve, reject }
      const line = lines.get(who)
      if (line) return void line.push(ask)
      lines.set(who, [ask])
      // After all that has arrived by now: who comes in one turn of the event loop is counted in one step.
      setImmediate(() => {
        const asks = lines.get(who)!
        lines.set(who, [])
        void take(who, asks)
      })
    })
}
