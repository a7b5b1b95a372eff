import { AsyncLocalStorage } from 'node:async_hooks'

const tenants = new AsyncLocalStorage<string | undefined>()

/** Runs `work` for a tenant: the id of a workspace, or a group of IP addresses for an anonymous caller. */
export const runWithinConnectionShareOf = <T>(tenant: string, work: () => T): T => tenants.run(tenant, work)

/** Runs `work` without a tenant, for example because the work serves several tenants. */
export const runOutsideConnectionShares = <T>(work: () => T): T => tenants.run(undefined, work)

/** Returns the id of the tenant for which the current code runs, or undefined. */
export const getCurrentTenantId = (): string | undefined => tenants.getStore()
