import { AsyncLocalStorage } from 'node:async_hooks'
import { makeWaitBudget, type WaitBudget } from './wait-budget.ts'

type TenantContext = { tenant: string | undefined; waitBudget: WaitBudget }

const contexts = new AsyncLocalStorage<TenantContext>()

const run = <T>(tenant: string | undefined, work: () => T): T =>
  contexts.run({ tenant, waitBudget: makeWaitBudget() }, work)

/**
 * Runs `work` so that its database connections count for one tenant. The database pool limits how many connections a
 * tenant uses at once. `tenant` is the id of a workspace, or a group of IP addresses for an anonymous caller. `work` gets
 * a new budget for its waits.
 */
export const runWithTenantConnectionLimit = <T>(tenant: string, work: () => T): T => run(tenant, work)

/**
 * Runs `work` so that its database connections count for no tenant, for example because `work` writes data of several
 * tenants.
 */
export const runWithoutTenantConnectionLimit = <T>(work: () => T): T => run(undefined, work)

/**
 * Returns the id of the tenant for whom database connections count in the code that runs now. Returns undefined if they
 * count for no tenant.
 */
export const getConnectionLimitTenantId = (): string | undefined => contexts.getStore()?.tenant

/**
 * Returns the time that the request that runs now may spend on waiting for its turn, and how much of it is left. Returns
 * undefined outside of a request, for example in a scheduled job.
 */
export const getWaitBudget = (): WaitBudget | undefined => contexts.getStore()?.waitBudget
