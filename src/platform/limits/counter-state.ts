/**
 * The state of a rate limit counter: the points that are used up, and the time until the counter starts again. If the
 * counter is over its limit, `consumed` can be infinite.
 */
export type RateLimitCounterState = { consumed: number; msBeforeNext: number }

/**
 * Adds `points` to the counter `key` atomically. A call with 0 points only reads the counter. Returns a promise if the
 * call may need Redis.
 */
export type AddRateLimitPoints = (key: string, points: number) => RateLimitCounterState | Promise<RateLimitCounterState>
