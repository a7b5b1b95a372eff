import { ApiError, makeUnavailableError } from '../errors.ts'
import { makeDeadlineTimer } from './deadline-timer.ts'
import { getWaitBudget } from './tenant-context.ts'

/** Frees an amount of a resource that a tenant has reserved. Only the first call has an effect. */
export type EndReservation = () => void

export type TenantLimiterOptions = {
  /**
   * What the limiter limits, in the plural, such as `searches` or `checks of links`. Refused clients get this text as
   * `details.reason`.
   */
  resource: string
  /** The word for a tenant in error messages. Default: workspace. */
  tenantLabel?: string
  /**
   * `total` is the amount that all tenants together may use in this process. `perTenant` is the maximum for one tenant.
   */
  total: number
  perTenant: number
  /**
   * The maximum wait of a request, in milliseconds. The wait budget of the request may end earlier (`wait-budget.ts`).
   */
  waitMs?: number
  /** The maximum number of waiting requests of one tenant. */
  maxWaiting?: number
}

type WaitingRequest = { amount: number; expiresAt: number; grant(): void; refuse(reason: Error): void }
type Tenant = { used: number; queue: WaitingRequest[] }

const makeTenantLimitError = (resource: string, tenantLabel: string, perTenant: number) =>
  new ApiError(
    'rate_limit_exceeded',
    `This ${tenantLabel} has reached its limit for concurrent use (${resource}). Wait for Retry-After seconds.`,
    { details: { reason: resource, limit: perTenant }, headers: { 'Retry-After': '1' } },
  )

const makeTotalLimitError = (resource: string) =>
  makeUnavailableError('The service has reached its limit for concurrent use. Wait for Retry-After seconds.', {
    details: { reason: resource },
  })

/** A limiter for a resource that several tenants share. */
export type TenantLimiter = ReturnType<typeof makeTenantLimiter>

/**
 * Makes a limiter that divides a resource, such as connections, between tenants. Waiting tenants take turns, one
 * request each.
 */
export function makeTenantLimiter({
  resource,
  tenantLabel = 'workspace',
  total,
  perTenant,
  waitMs = 0,
  maxWaiting = 0,
}: TenantLimiterOptions) {
  const tenants = new Map<string, Tenant>()
  // The ids of the waiting tenants, in round-robin order.
  const waiting = new Set<string>()
  let totalUsed = 0
  /** True if the next waiting request needs more than the free capacity. New requests then have to wait behind it. */
  let isTotalReserved = false
  const expiryTimer = makeDeadlineTimer(refuseExpired)

  const tenantOf = (tenantId: string): Tenant => tenants.get(tenantId) ?? { used: 0, queue: [] }
  const fitsTenant = (tenant: Tenant, amount: number) => tenant.used + amount <= perTenant
  const fitsTotal = (amount: number) => totalUsed + amount <= total
  /** Returns whether a new request may take the resource now. */
  const isFree = (tenant: Tenant, amount: number) =>
    tenant.queue.length === 0 && !isTotalReserved && fitsTenant(tenant, amount) && fitsTotal(amount)

  function take(tenantId: string, tenant: Tenant, amount: number): EndReservation {
    tenants.set(tenantId, tenant)
    tenant.used += amount
    totalUsed += amount
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      tenant.used -= amount
      totalUsed -= amount
      removeIfIdle(tenantId, tenant)
      grantNext()
    }
  }

  function removeIfIdle(tenantId: string, tenant: Tenant): void {
    if (tenant.queue.length > 0) return
    waiting.delete(tenantId)
    if (tenant.used === 0) tenants.delete(tenantId)
  }

  /**
   * Grants waiting requests while capacity is free. The tenants take turns. A request that does not fit keeps its turn.
   */
  function grantNext(): void {
    isTotalReserved = false
    let isGranted = waiting.size > 0
    while (isGranted) {
      isGranted = false
      for (const tenantId of [...waiting]) {
        const tenant = tenantOf(tenantId)
        const [first] = tenant.queue
        if (!first || !fitsTenant(tenant, first.amount)) continue
        if (!fitsTotal(first.amount)) {
          // All requests after this request wait too. Otherwise small requests could overtake a large request forever.
          isTotalReserved = true
          return
        }
        tenant.queue.shift()
        waiting.delete(tenantId)
        if (tenant.queue.length > 0) waiting.add(tenantId)
        first.grant()
        isGranted = true
      }
    }
  }

  /**
   * Makes the error for a refused request. `before` is the number of requests of the same tenant that wait ahead of the
   * request.
   */
  const makeRefusal = (tenant: Tenant, amount: number, before = tenant.queue.length): ApiError =>
    !fitsTenant(tenant, amount) || before > 0
      ? makeTenantLimitError(resource, tenantLabel, perTenant)
      : makeTotalLimitError(resource)

  /**
   * Refuses the requests whose maximum wait has ended. Returns the time at which the maximum wait of the next request
   * ends, or undefined if no other request waits.
   */
  function refuseExpired(now: number): number | undefined {
    let nextExpiry: number | undefined
    for (const tenant of [...tenants.values()]) {
      for (const request of [...tenant.queue]) {
        if (request.expiresAt <= now) request.refuse(makeRefusal(tenant, request.amount, tenant.queue.indexOf(request)))
        else nextExpiry = Math.min(nextExpiry ?? request.expiresAt, request.expiresAt)
      }
    }
    return nextExpiry
  }

  function wait(tenantId: string, tenant: Tenant, amount: number, signal?: AbortSignal): Promise<EndReservation> {
    const { promise, resolve, reject } = Promise.withResolvers<EndReservation>()
    const budget = getWaitBudget()
    const expiresAt = performance.now() + Math.min(waitMs, budget?.remainingMs() ?? waitMs)
    const endWait = budget?.begin()
    const request: WaitingRequest = {
      amount,
      expiresAt,
      grant: () => {
        endWait?.()
        signal?.removeEventListener('abort', onAbort)
        resolve(take(tenantId, tenant, amount))
      },
      refuse: (reason) => {
        endWait?.()
        signal?.removeEventListener('abort', onAbort)
        tenant.queue.splice(tenant.queue.indexOf(request), 1)
        removeIfIdle(tenantId, tenant)
        reject(reason)
        grantNext()
      },
    }
    const onAbort = () => request.refuse(signal!.reason as Error)
    signal?.addEventListener('abort', onAbort, { once: true })
    tenants.set(tenantId, tenant)
    tenant.queue.push(request)
    waiting.add(tenantId)
    if (tenant.queue.length === 1 && fitsTenant(tenant, amount)) isTotalReserved = true
    expiryTimer.add(expiresAt)
    return promise
  }

  /** Reserves `amount` of the resource for a tenant, if this amount is free. Otherwise returns undefined. */
  function tryAcquire(tenantId: string, amount = 1): EndReservation | undefined {
    const tenant = tenantOf(tenantId)
    return isFree(tenant, amount) ? take(tenantId, tenant, amount) : undefined
  }

  return {
    resource,
    perTenant,
    tryAcquire,
    /**
     * Reserves `amount` without waiting.
     * @throws ApiError 429 if the tenant has reached its maximum
     * @throws ApiError 503 if the whole capacity is in use
     */
    acquireNow(tenantId: string, amount = 1): EndReservation {
      const tenant = tenantOf(tenantId)
      if (isFree(tenant, amount)) return take(tenantId, tenant, amount)
      throw makeRefusal(tenant, amount)
    },
    /**
     * Reserves `amount`. Waits up to `waitMs`.
     * @throws ApiError 429 if the tenant has reached its maximum
     * @throws ApiError 503 if the whole capacity is in use
     */
    async acquire(tenantId: string, amount = 1, signal?: AbortSignal): Promise<EndReservation> {
      signal?.throwIfAborted()
      const tenant = tenantOf(tenantId)
      if (isFree(tenant, amount)) return take(tenantId, tenant, amount)
      if (amount > Math.min(perTenant, total) || tenant.queue.length >= maxWaiting) throw makeRefusal(tenant, amount)
      return wait(tenantId, tenant, amount, signal)
    },
    /** Returns the amount of the resource in use, the number of waiting requests and the number of active tenants. */
    state: () => ({
      used: totalUsed,
      waiting: [...tenants.values()].reduce((sum, { queue }) => sum + queue.length, 0),
      tenants: tenants.size,
    }),
  }
}
