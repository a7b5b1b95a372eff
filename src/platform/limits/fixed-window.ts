import { makeLruCache } from '../lru-cache.ts'
import type { RateLimitCounterState } from './counter-state.ts'

/**
 * The maximum number of rate limit counters in memory. Above this number, the least recently used counter is deleted.
 * So a client can reset its counter only by sending requests from more IP addresses than this number.
 */
export const maxCountersInMemory = 20_000

/** Makes a rate limit counter in memory with a fixed time window. Adding 0 points only reads the counter. */
export function makeFixedWindowCounter(seconds: number): (key: string, points: number) => RateLimitCounterState {
  const windows = makeLruCache<{ consumed: number; endsAt: number }>(maxCountersInMemory)
  return (key, points) => {
    const now = Date.now()
    const current = windows.get(key)
    // If the clock of the machine was set back, `endsAt` is too far away, and a new time window starts.
    if (current && current.endsAt > now && current.endsAt <= now + seconds * 1000) {
      current.consumed += points
      return { consumed: current.consumed, msBeforeNext: current.endsAt - now }
    }
    if (points > 0) windows.set(key, { consumed: points, endsAt: now + seconds * 1000 })
    return { consumed: points, msBeforeNext: seconds * 1000 }
  }
}

/** Makes a cache of the rate limit counters that are over their limit. */
export function makeExceededCounterCache() {
  const blocked = makeLruCache<{ until: number; ms: number }>(maxCountersInMemory)
  return {
    /** Stores a counter for `ms` milliseconds, until its time window ends. */
    add: (key: string, ms: number): void => void blocked.set(key, { until: Date.now() + ms, ms }),
    /**
     * Returns how many milliseconds remain until the time window of a stored counter ends. Returns 0 or less if the
     * counter is not stored, or if the clock was set back.
     */
    remainingMs(key: string): number {
      const { until, ms } = blocked.get(key) ?? { until: 0, ms: 0 }
      const remaining = until - Date.now()
      return remaining <= ms ? remaining : 0
    },
  }
}
