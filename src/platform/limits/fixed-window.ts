import { makeLruCache } from '../lru-cache.ts'
import type { RateLimitCounterState } from './counter-state.ts'

/**
 * The maximum number of rate limit counters in memory. Above this number, the least recently used counter is dropped,
 * and later starts again from 0. To reset its counter in this way, a client needs more than 20,000 IP addresses. Each
 * of these addresses has a counter of its own anyway.
 */
export const maxCountersInMemory = 20_000

/**
 * Makes a rate limit counter in memory, with a fixed time window. Adding 0 points only reads the counter. If the clock
 * of the machine is set back, a new time window starts. Otherwise the old window would last longer than `seconds`.
 */
export function makeFixedWindowCounter(seconds: number): (key: string, points: number) => RateLimitCounterState {
  const windows = makeLruCache<{ consumed: number; endsAt: number }>(maxCountersInMemory)
  return (key, points) => {
    const now = Date.now()
    const current = windows.get(key)
    if (current && current.endsAt > now && current.endsAt <= now + seconds * 1000) {
      current.consumed += points
      return { consumed: current.consumed, msBeforeNext: current.endsAt - now }
    }
    if (points > 0) windows.set(key, { consumed: points, endsAt: now + seconds * 1000 })
    return { consumed: points, msBeforeNext: seconds * 1000 }
  }
}

/**
 * Makes a cache of the rate limit counters that are over their limit. `add` stores a counter for `ms` milliseconds,
 * until its time window ends. `remainingMs` returns the milliseconds that are left. It returns 0 or less if the counter
 * is not in the cache, or if the clock of the machine has been set back.
 */
export function makeExceededCounterCache() {
  const blocked = makeLruCache<{ until: number; ms: number }>(maxCountersInMemory)
  return {
    add: (key: string, ms: number): void => void blocked.set(key, { until: Date.now() + ms, ms }),
    remainingMs(key: string): number {
      const { until, ms } = blocked.get(key) ?? { until: 0, ms: 0 }
      const remaining = until - Date.now()
      return remaining <= ms ? remaining : 0
    },
  }
}
