import { makeTenantLimiter } from '../limits/tenant-limiter.ts'
import type { TenantConnectionLimiter } from './pool.ts'

/**
 * If a workspace already uses half of the database connections, its next request waits at most `waitMs` milliseconds.
 * At most `maxWaiting` requests of one workspace wait at the same time.
 */
const waitMs = 2_000
const maxWaiting = 500

/**
 * Makes the limiter that lets each workspace use at most half of the database connections, rounded up. `size` is the
 * number of connections in the pool.
 */
export const makeTenantConnectionLimiter = (size: number): TenantConnectionLimiter =>
  makeTenantLimiter({
    resource: 'connections',
    total: Number.POSITIVE_INFINITY,
    perTenant: Math.ceil(size / 2),
    waitMs,
    maxWaiting,
  })
