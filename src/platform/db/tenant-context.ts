import { AsyncLocalStorage } from 'node:async_hooks'

const tenants = new AsyncLocalStorage<string | undefined>()

/**
 * Runs `work` so that its database connections count for one tenant. The database pool limits how many connections a
 * tenant uses at once. `tenant` is the id of a workspace, or a group of IP addresses for an anonymous caller.
 */
export const runWithTenantConnectionLimit = <T>(tenant: string, work: () => T): T => tenants.run(tenant, work)

/**
 * Runs `work` so that its database connections count for no tenant, for example because `work` writes data of several
 * tenants.
 */
export const runWithoutTenantConnectionLimit = <T>(work: () => T): T => tenants.run(undefined, work)

/**
 * Returns the id of the tenant for whom database connections count in the code that runs now. Returns undefined if they
 * count for no tenant.
 */
export const getConnectionLimitTenantId = (): string | undefined => tenants.getStore()
