import { addRateLimitHeaders, type RateLimitState } from '../identity/rate-limit.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import { makeRateLimitCounter, type RateLimitCounterOptions } from '../platform/limits/counter.ts'
import type { AddRateLimitPoints } from '../platform/limits/counter-state.ts'
import type { RateLimitPerMinute } from './operation.ts'

const windowSeconds = 60

/** The rate limit of one operation. `max` is the maximum number of calls of one tenant in a minute. */
export type OperationRateLimit = {
  max: number
  /** Counts calls of the operation, by default one. `tenantId` is the id of a workspace, or a group of IP addresses. */
  count(tenantId: string, calls?: number): ReturnType<AddRateLimitPoints>
}

export type OperationRateLimiter = ReturnType<typeof makeOperationRateLimiter>

/**
 * Makes the limiter for the rate limits that operations declare as `perMinute`. The rate limit of the workspace's plan
 * applies too.
 */
export function makeOperationRateLimiter(config: Config, counterParts: RateLimitCounterOptions) {
  const limits = new Map<string, OperationRateLimit>()

  function makeLimit(name: string, max: number): OperationRateLimit {
    const count = makeRateLimitCounter(`fields:${name}`, max, windowSeconds, counterParts)
    return { max, count: (tenantId, calls = 1) => count(tenantId, calls) }
  }

  return {
    /** Returns a rate limit. Operations that declare the same `sharedAs` share one count. */
    limitOf({ sharedAs: name, max }: RateLimitPerMinute): OperationRateLimit {
      const limit = limits.get(name) ?? makeLimit(name, max(config))
      limits.set(name, limit)
      return limit
    },
  }
}

/** What a call of an operation has, whichever API has received it. */
type CallToCount = {
  operationRateLimiter: OperationRateLimiter
  tenantId: string
  /** The headers of the response, to which those of the limit are added. */
  responseHeaders: Record<string, string>
}

/**
 * Counts a call of an operation towards the rate limit that the operation declares as `perMinute`. Call this function
 * when the input is valid, so that refused input does not count. A request can count as several calls: if it is the first
 * in a minute, it may count as more than the limit, because it would never be accepted otherwise.
 * @throws ApiError `rate_limit_exceeded`. The rate limit headers of the response then describe this limit
 */
export async function countCall(
  { operationRateLimiter, tenantId, responseHeaders }: CallToCount,
  perMinute: RateLimitPerMinute,
  calls = 1,
): Promise<void> {
  const { max, count } = operationRateLimiter.limitOf(perMinute)
  const { consumed, msBeforeNext } = await count(tenantId, calls)
  if (consumed <= max || consumed === calls) return
  const resetAt = Math.ceil((Date.now() + msBeforeNext) / 1000)
  const state: RateLimitState = { policy: perMinute.sharedAs, limit: max, remaining: 0, resetAt, isExceeded: true }
  addRateLimitHeaders(responseHeaders, state)
  throw new ApiError('rate_limit_exceeded', `At most ${max} calls per minute: wait for Retry-After seconds.`, {
    // This reason is part of the public API. It is `field_limit`, because an operation is a root field in GraphQL.
    details: { reason: 'field_limit', limit: max },
    headers: { 'Retry-After': String(Math.ceil(msBeforeNext / 1000)) },
  })
}
