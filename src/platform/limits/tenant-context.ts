import { AsyncLocalStorage } from 'node:async_hooks'
import { makeWaitBudget, type WaitBudget } from './wait-budget.ts'

type TenantContext = { tenant: string | undefined; waitBudget: WaitBudget }

const contexts = new AsyncLocalStorage<TenantContext>()

const run = <T>(tenant: string | undefined, work: () => T): T =>
  contexts.run({ tenant, waitBudget: makeWaitBudget() }, work)

/**
 * Runs `work`, and counts its database connections towards the limit of one tenant. `work` gets a new wait budget
 * (`wait-budget.ts`).
 * @param tenant the id of a workspace, or a group of IP addresses for an anonymous caller
 */
export const runWithTenantConnectionLimit = <T>(tenant: string, work: () => T): T => run(tenant, work)

/**
 * Runs `work`. Its database connections do not count towards any tenant's limit, for example because `work` writes data
 * of several tenants. `work` gets a new wait budget (`wait-budget.ts`).
 */
export const runWithoutTenantConnectionLimit = <T>(work: () => T): T => run(undefined, work)

/**
 * Returns the id of the tenant whose limit on database connections applies to the running code. Returns undefined if no
 * such limit applies.
 */
export const getConnectionLimitTenantId = (): string | undefined => contexts.getStore()?.tenant

/**
 * Returns the wait budget of the current request, which tells how long the request may still wait for shared resources.
 * Returns undefined outside of a request, for example in a scheduled job.
 */
export const getWaitBudget = (): WaitBudget | undefined => contexts.getStore()?.waitBudget
