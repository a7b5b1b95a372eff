import { makeTenantLimiter, type TenantLimiter, type TenantLimiterOptions } from '../platform/limits/tenant-limiter.ts'

/**
 * The definition of a limiter. A feature declares the definition beside its operations, and each process makes a
 * limiter from it. `connections` is the number of database connections of the process.
 */
type WorkspaceLimiterDefinition = (connections: number) => TenantLimiterOptions

/** Declares a limiter that divides a resource between workspaces, so that no workspace slows down the others. */
export const defineWorkspaceLimiter = (
  options: TenantLimiterOptions | WorkspaceLimiterDefinition,
): WorkspaceLimiterDefinition => (typeof options === 'function' ? options : () => options)

/** The limiters of one process. `get` returns the limiter of a definition, and makes it at the first call. */
export type WorkspaceLimiters = { get(definition: WorkspaceLimiterDefinition): TenantLimiter }

/** Makes the limiters of one process. `connections` is the number of its database connections. */
export function makeWorkspaceLimiters(connections: number): WorkspaceLimiters {
  const limiters = new Map<WorkspaceLimiterDefinition, TenantLimiter>()
  function get(definition: WorkspaceLimiterDefinition): TenantLimiter {
    const existing = limiters.get(definition)
    if (existing) return existing
    const limiter = makeTenantLimiter(definition(connections))
    limiters.set(definition, limiter)
    return limiter
  }
  return { get }
}
