import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller } from '../auth/caller.ts'
import type { Config } from '../config.ts'
import { isPlan } from './plans.ts'

const windowSeconds = 60

/** Where a caller stands in the present window. `resetAt` is in UTC epoch seconds. */
export type LimitState = { policy: string; limit: number; remaining: number; resetAt: number; exceeded: boolean }

function policyOf(caller: Caller): string {
  if (caller.kind === 'master') return 'master'
  return caller.kind !== 'nobody' && isPlan(caller.plan) ? caller.plan : 'anonymous'
}

/** Whose requests are counted together: a workspace's, all of the master's, or those of an address. */
function whoOf(caller: Caller, address: string): string {
  if (caller.kind === 'master') return 'master'
  return caller.kind === 'nobody' ? address : caller.workspaceId
}

type Policy = { name: string; shared: RateLimiterRedis | undefined; local: RateLimiterMemory; limit: number }

/** Requests a minute: by workspace on its plan, the master's own, or by address without a valid credential. */
export type HttpLimiter = ReturnType<typeof makeHttpLimiter>

type Options = { config: Config; redis: Redis | undefined; log: Logger; onFallback: () => void }

export function makeHttpLimiter({ config, redis, log, onFallback }: Options) {
  const policies = Object.fromEntries(
    Object.entries(config.rateLimits).map(([name, points]): [string, Policy] => {
      const options = { points, duration: windowSeconds, keyPrefix: `coursewright:limit:${name}` }
      const shared =
        redis && new RateLimiterRedis({ ...options, storeClient: redis, inMemoryBlockOnConsumed: points + 1 })
      return [name, { name, shared, local: new RateLimiterMemory(options), limit: points }]
    }),
  )

  /** One atomic step in Redis; in this process's memory where there is none or it is away. */
  async function step(policy: Policy, who: string, points: number): Promise<RateLimiterRes> {
    if (!policy.shared) return policy.local.consume(who, points)
    try {
      return await policy.shared.consume(who, points)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      onFallback()
      log.warn({ error: error instanceof Error ? error.message : error }, 'limits are counted in memory: redis is away')
      return policy.local.consume(who, points)
    }
  }

  return {
    /** Counts `points` requests (0 only looks) and says where the caller stands. */
    async count(caller: Caller, address: string, points: 0 | 1): Promise<LimitState> {
      const policy = policies[policyOf(caller)]!
      const result = await step(policy, whoOf(caller, address), points).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return error
        throw error
      })
      return {
        policy: policy.name,
        limit: policy.limit,
        remaining: Math.max(0, policy.limit - result.consumedPoints),
        resetAt: Math.ceil((Date.now() + result.msBeforeNext) / 1000),
        exceeded: result.consumedPoints > policy.limit,
      }
    },
  }
}

/** The headers of specification section 8, and the IETF draft's (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders({ policy, limit, remaining, resetAt, exceeded }: LimitState): Record<string, string> {
  const seconds = Math.max(1, resetAt - Math.floor(Date.now() / 1000))
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining};t=${seconds}`,
    ...(exceeded && { 'Retry-After': String(seconds) }),
  }
}
