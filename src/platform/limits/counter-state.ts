/**
 * The used points of a rate limit counter, and the time until it restarts. `consumed` is infinite if the counter no
 * longer counts.
 */
export type RateLimitCounterState = { consumed: number; msBeforeNext: number }

/**
 * Adds `points` to the counter `key` atomically. 0 points only read the counter. Returns a promise if the call may need
 * Redis.
 */
export type AddRateLimitPoints = (key: string, points: number) => RateLimitCounterState | Promise<RateLimitCounterState>
