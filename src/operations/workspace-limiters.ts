import { makeTenantLimiter, type TenantLimiter, type TenantLimiterOptions } from '../platform/limits/tenant-limiter.ts'

/**
 * The definition of a limiter, which a feature declares beside its operations. Each process makes one limiter from each
 * definition.
 */
type WorkspaceLimiterDefinition = {
  makeOptions: (connections: number) => TenantLimiterOptions
  within: WorkspaceLimiterDefinition | undefined
}

/**
 * Declares a limiter that divides a resource of a process between workspaces, so that no workspace slows down the
 * others.
 * @param options the limits, or a function that computes them from the number of database connections of the process
 * @param within the definition of a second, outer limiter. Each call of `acquire` also reserves the same amount from
 * the outer limiter. Several definitions can share one outer limiter.
 */
export const defineWorkspaceLimiter = (
  options: TenantLimiterOptions | ((connections: number) => TenantLimiterOptions),
  within?: WorkspaceLimiterDefinition,
): WorkspaceLimiterDefinition => ({ makeOptions: typeof options === 'function' ? options : () => options, within })

/**
 * Returns a limiter whose `acquire` reserves first from `inner` and then from `outer`. A caller that holds `outer` must
 * not wait for `inner`, because two callers could then wait for each other.
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

/**
 * The limiters of one process. `get` returns the limiter that was made from a definition of `defineWorkspaceLimiter`.
 */
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
