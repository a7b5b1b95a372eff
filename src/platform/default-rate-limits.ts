/** The default rate limits in production, in requests per minute. */
const productionLimits = { professional: 600, enterprise: 6000, anonymous: 60, delivery: 600, master: 6000 }

/** Outside production, the default limits are higher by this factor, because one machine sends all requests of a test. */
const factorOutsideProduction = 10

/** A rate limit of HTTP requests. Each has an environment variable, such as `RATE_LIMIT_ANONYMOUS`. */
export type RateLimitName = keyof typeof productionLimits

/** Returns a default rate limit in requests per minute. */
export const getDefaultRateLimit = (name: RateLimitName, isProduction: boolean): number =>
  productionLimits[name] * (isProduction ? 1 : factorOutsideProduction)

/** Returns the default of a rate limit as the documentation shows it. */
export const describeDefaultRateLimit = (name: RateLimitName): string =>
  `\`${getDefaultRateLimit(name, true)}\`; \`${getDefaultRateLimit(name, false)}\` outside production`
