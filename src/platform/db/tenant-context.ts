import { AsyncLocalStorage } from 'node:async_hooks'

const tenants = new AsyncLocalStorage<string | undefined>()

/**
 * Runs `work` within the connection share of a tenant. The share limits how many database connections the tenant uses
 * at once. `tenant` is the id of a workspace, or a group of IP addresses for an anonymous caller.
 */
export const runWithTenantConnectionLimit = <T>(tenant: string, work: () => T): T => tenants.run(tenant, work)

/** Runs `work` outside all connection shares, for example because the work serves several tenants. */
export const runWithoutTenantConnectionLimit = <T>(work: () => T): T => tenants.run(undefined, work)

/**
 * Returns the id of the tenant whose connection share limits the current code. Returns undefined outside all shares.
 */
export const getConnectionLimitTenantId = (): string | undefined => tenants.getStore()
