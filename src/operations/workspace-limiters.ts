import { makeTenantLimiter, type TenantLimiter, type TenantLimiterOptions } from '../platform/limits/tenant-limiter.ts'

/**
 * The definition of a limiter. A feature declares the definition beside its operations, and each process makes a
 * limiter from it.
 */
type WorkspaceLimiterDefinition = {
  makeOptions: (connections: number) => TenantLimiterOptions
  /**
   * The outer limiter, if any. `acquire` of the defined limiter also reserves its amount from the outer limiter.
   * Several limiters can share one outer limiter.
   */
  within: WorkspaceLimiterDefinition | undefined
}

/** Declares a limiter that divides a resource between workspaces, so that no workspace slows down the others. */
export const defineWorkspaceLimiter = (
  options: TenantLimiterOptions | ((connections: number) => TenantLimiterOptions),
  within?: WorkspaceLimiterDefinition,
): WorkspaceLimiterDefinition => ({ makeOptions: typeof options === 'function' ? options : () => options, within })

/**
 * Returns a limiter whose `acquire` reserves from `inner` and then from `outer`. A wait for `inner` must not occupy the
 * shared `outer`.
 */
const makeNestedLimiter = (inner: TenantLimiter, outer: TenantLimiter): TenantLimiter => ({
  ...inner,
  async acquire(tenantId, amount, signal) {
    const endInner = await inner.acquire(tenantId, amount, signal)
    try {
      const endOuter = await outer.acquire(tenantId, amount, signal)
      return () => {
        endOuter()
        endInner()
      }
    } catch (refusal) {
      endInner()
      throw refusal
    }
  },
})

/** The limiters of one process. `get` returns the limiter of a definition, and makes it at the first call. */
export type WorkspaceLimiters = { get(definition: WorkspaceLimiterDefinition): TenantLimiter }

/** Makes the limiters of one process. `connections` is the number of its database connections. */
export function makeWorkspaceLimiters(connections: number): WorkspaceLimiters {
  const limiters = new Map<WorkspaceLimiterDefinition, TenantLimiter>()
  function get(definition: WorkspaceLimiterDefinition): TenantLimiter {
    const existing = limiters.get(definition)
    if (existing) return existing
    const own = makeTenantLimiter(definition.makeOptions(connections))
    const limiter = definition.within ? makeNestedLimiter(own, get(definition.within)) : own
    limiters.set(definition, limiter)
    return limiter
  }
  return { get }
}
