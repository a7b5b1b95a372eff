import { makeTenantLimiter } from '../limits/tenant-limiter.ts'
import type { TenantConnectionLimiter } from './pool.ts'

/** The maximum wait of a request, in milliseconds, if its workspace already uses half of the connections. */
const waitMs = 2_000
/** The maximum number of waiting requests of one workspace. */
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
