/** The state of a rate limit counter. `consumed` is infinite if the limit is known to be exceeded. */
export type RateLimitCount = { consumed: number; msBeforeNext: number }

/** Adds `points` to the counter of a key in the current time window, atomically. 0 points only read the counter. */
export type CountForRateLimit = (key: string, points: number) => Promise<RateLimitCount>
