/** The state of a rate limit counter. `consumed` is infinite if the limit is known to be exceeded. */
export type RateLimitCount = { consumed: number; msBeforeNext: number }

/** Adds `points` to the rate limit counter of a key, atomically. Adding 0 points only reads the counter. */
export type RateLimitCountFunction = (key: string, points: number) => Promise<RateLimitCount>
