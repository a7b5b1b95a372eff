import type { TenantConnectionLimiter } from '../db/pool.ts'
import { makeTenantLimiter } from './tenant-limiter.ts'

/**
 * When a workspace uses its whole share of the database connections, its next request waits at most `waitMs`
 * milliseconds. At most `maxWaiting` requests of one workspace wait at the same time.
 */
const waitMs = 2_000
const maxWaiting = 500

/** Limits each workspace to half of the database connections, rounded up. The database pool limits the total. */
export const makeTenantConnectionLimiter = (size: number): TenantConnectionLimiter =>
  makeTenantLimiter({
    resource: 'connections',
    total: Number.POSITIVE_INFINITY,
    perTenant: Math.ceil(size / 2),
    waitMs,
    maxWaiting,
  })
