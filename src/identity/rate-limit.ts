import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import { makeRateLimitCounter, type RateLimitCounterOptions } from '../platform/limits/counter.ts'
import { getIpAddressGroup } from '../platform/limits/ip-address.ts'
import type { Caller } from './caller.ts'
import { isPlan } from './plans.ts'

const windowSeconds = 60

/**
 * The caller's rate limit in the current one-minute window. `resetAt` is the end of the window, in seconds since 1970.
 */
export type RateLimitState = { policy: string; limit: number; remaining: number; resetAt: number; isExceeded: boolean }

/**
 * The rate limit of a caller without a valid credential: `anonymous` is the general limit, and `delivery` the limit for
 * published courses.
 */
export type AnonymousRateLimitName = 'anonymous' | 'delivery'

function policyOf(caller: Caller, anonymous: AnonymousRateLimitName): string {
  if (caller.kind === 'master') return 'master'
  return caller.kind !== 'anonymous' && isPlan(caller.plan) ? caller.plan : anonymous
}

/**
 * Returns the key of the rate limit counter: a workspace id, `master`, or the IPv4 address or IPv6 network of an
 * anonymous caller.
 */
function counterKeyOf(caller: Caller, ipAddress: string): string {
  if (caller.kind === 'master') return 'master'
  return caller.kind === 'anonymous' ? getIpAddressGroup(ipAddress) : caller.workspaceId
}

/**
 * Limits the requests per minute of each workspace, of the MCP master key, and of each group of anonymous IP addresses.
 */
export type HttpRateLimiter = ReturnType<typeof makeHttpRateLimiter>

export function makeHttpRateLimiter({ config, ...parts }: RateLimitCounterOptions & { config: Config }) {
  const policies = Object.fromEntries(
    Object.entries(config.rateLimits).map(([name, limit]) => [
      name,
      { name, limit, count: makeRateLimitCounter(name, limit, windowSeconds, parts) },
    ]),
  )

  return {
    /**
     * Counts a request and returns the state of the caller's rate limit. If `cost` is 0, the request is not counted.
     */
    async count(
      caller: Caller,
      ipAddress: string,
      cost: 0 | 1,
      anonymous: AnonymousRateLimitName = 'anonymous',
    ): Promise<RateLimitState> {
      const { name, limit, count } = policies[policyOf(caller, anonymous)]!
      const { consumed, msBeforeNext } = await count(counterKeyOf(caller, ipAddress), cost)
      return {
        policy: name,
        limit,
        remaining: Math.max(0, limit - consumed),
        resetAt: Math.ceil((Date.now() + msBeforeNext) / 1000),
        isExceeded: consumed > limit,
      }
    },
  }
}

/**
 * Returns the seconds until the window of a rate limit ends: 1 to 60. Because both times are rounded, their difference
 * alone could be 0 or 61.
 */
const secondsUntilReset = ({ resetAt }: RateLimitState) =>
  Math.min(windowSeconds, Math.max(1, resetAt - Math.floor(Date.now() / 1000)))

/**
 * Returns the rate limit state for a response to a request that was not counted. The state shows that the whole limit
 * of anonymous callers (`limit`) is left.
 */
export const makeUncountedRateLimitState = (limit: number): RateLimitState => ({
  policy: 'anonymous',
  limit,
  remaining: limit,
  resetAt: Math.ceil(Date.now() / 1000) + windowSeconds,
  isExceeded: false,
})

/**
 * Checks that a caller is within its rate limit.
 * @throws ApiError `rate_limit_exceeded` if the caller has exceeded its rate limit
 */
export function assertWithinRateLimit(state: RateLimitState): void {
  if (!state.isExceeded) return
  throw new ApiError('rate_limit_exceeded', 'Too many requests: wait for Retry-After seconds.', {
    details: {
      limit: state.limit,
      resetAt: new Date(state.resetAt * 1000).toISOString(),
      resetAtSeconds: state.resetAt,
    },
    headers: { 'Retry-After': String(secondsUntilReset(state)) },
  })
}

/**
 * Adds the rate limit headers to a response. Section 8 of the REST specification and the IETF draft
 * draft-ietf-httpapi-ratelimit-headers define these headers.
 */
export function addRateLimitHeaders(headers: Record<string, string>, state: RateLimitState): void {
  const { policy, limit, remaining, resetAt } = state
  headers['X-RateLimit-Limit'] = String(limit)
  headers['X-RateLimit-Remaining'] = String(remaining)
  headers['X-RateLimit-Reset'] = String(resetAt)
  headers['RateLimit-Policy'] = `"${policy}";q=${limit};w=${windowSeconds}`
  headers.RateLimit = `"${policy}";r=${remaining};t=${secondsUntilReset(state)}`
}
