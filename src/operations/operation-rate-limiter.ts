import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import { makeRateLimitCounter, type RateLimitCounterOptions } from '../platform/limits/counter.ts'
import type { AddRateLimitPoints } from '../platform/limits/counter-state.ts'
import type { RateLimitPerMinute } from './operation.ts'

const windowSeconds = 60

/** The rate limit of one operation. `max` is the maximum number of calls of one tenant in a minute. */
export type OperationRateLimit = {
  max: number
  /** Counts one call of the operation. `tenantId` is the id of a workspace, or a group of IP addresses. */
  count(tenantId: string): ReturnType<AddRateLimitPoints>
}

export type OperationRateLimiter = ReturnType<typeof makeOperationRateLimiter>

/**
 * Returns the error for a call that exceeds the rate limit of its operation.
 * @param msBeforeNext the milliseconds until the next minute begins
 */
export const makeOperationRateLimitError = (max: number, msBeforeNext = windowSeconds * 1000) =>
  new ApiError('rate_limit_exceeded', `At most ${max} calls per minute: wait for Retry-After seconds.`, {
    // This reason is part of the public API. It is `field_limit`, because an operation is a root field in GraphQL.
    details: { reason: 'field_limit', limit: max },
    headers: { 'Retry-After': String(Math.ceil(msBeforeNext / 1000)) },
  })

/**
 * Makes the limiter for the rate limits that operations declare as `perMinute`. The rate limit of the workspace's plan
 * applies too.
 */
export function makeOperationRateLimiter(config: Config, counterParts: RateLimitCounterOptions) {
  const limits = new Map<string, OperationRateLimit>()

  function makeLimit(name: string, max: number): OperationRateLimit {
    const count = makeRateLimitCounter(`fields:${name}`, max, windowSeconds, counterParts)
    return { max, count: (tenantId) => count(tenantId, 1) }
  }

  return {
    /** Returns the rate limit of a root field. Fields that declare the same `sharedAs` share one count. */
    limitOf(field: string, perMinute: RateLimitPerMinute): OperationRateLimit {
      const { sharedAs: name, max } =
        typeof perMinute === 'number' ? { sharedAs: field, max: () => perMinute } : perMinute
      const limit = limits.get(name) ?? makeLimit(name, max(config))
      limits.set(name, limit)
      return limit
    },
  }
}
