import type { Caller } from '../auth/caller.ts'
import type { Config } from '../config.ts'
import { type CounterParts, makeCounter } from './counter.ts'
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

/** Requests a minute: by workspace on its plan, the master's own, or by address without a valid credential. */
export type HttpLimiter = ReturnType<typeof makeHttpLimiter>

export function makeHttpLimiter({ config, ...parts }: CounterParts & { config: Config }) {
  const policies = Object.fromEntries(
    Object.entries(config.rateLimits).map(([name, limit]) => [
      name,
      { name, limit, count: makeCounter(name, limit, windowSeconds, parts) },
    ]),
  )

  return {
    /** Counts `points` requests (0 only looks) and says where the caller stands. */
    async count(caller: Caller, address: string, points: 0 | 1): Promise<LimitState> {
      const { name, limit, count } = policies[policyOf(caller)]!
      const { consumed, msBeforeNext } = await count(whoOf(caller, address), points)
      return {
        policy: name,
        limit,
        remaining: Math.max(0, limit - consumed),
        resetAt: Math.ceil((Date.now() + msBeforeNext) / 1000),
        exceeded: consumed > limit,
      }
    },
  }
}

/** The headers of specification section 8, and the IETF draft's (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders({ policy, limit, remaining, resetAt, exceeded }: LimitState): Record<string, string> {
  // Both moments are whole seconds; what lies between them is at most a window.
  const seconds = Math.min(windowSeconds, Math.max(1, resetAt - Math.floor(Date.now() / 1000)))
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetAt),
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining};t=${seconds}`,
    ...(exceeded && { 'Retry-After': String(seconds) }),
  }
}
