/**
 * The state of a rate limit counter: the points that are used up, and the time until the counter starts again from 0.
 * `consumed` is infinite if the counter is over its limit and has stopped counting.
 */
export type RateLimitCounterState = { consumed: number; msBeforeNext: number }

/**
 * Adds `points` to a rate limit counter, atomically. Adding 0 points only reads the counter. `key` names the counter,
 * for example by the id of a workspace. Returns a promise if the call may need Redis.
 */
export type AddRateLimitPoints = (key: string, points: number) => RateLimitCounterState | Promise<RateLimitCounterState>
