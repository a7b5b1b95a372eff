import { AsyncLocalStorage } from 'node:async_hooks'
import { makeWaitBudget, type WaitBudget } from './wait-budget.ts'

type TenantContext = { tenant: string | undefined; waitBudget: WaitBudget }

const contexts = new AsyncLocalStorage<TenantContext>()

const run = <T>(tenant: string | undefined, work: () => T): T =>
  contexts.run({ tenant, waitBudget: makeWaitBudget() }, work)

/**
 * Runs `work` with the connection limit of a tenant (a workspace or a group of IP addresses) and a new wait budget
 * (`wait-budget.ts`).
 */
export const runWithTenantConnectionLimit = <T>(tenant: string, work: () => T): T => run(tenant, work)

/**
 * Runs `work`, such as writes of several tenants, without a tenant's connection limit. `work` gets a new wait budget
 * (`wait-budget.ts`).
 */
export const runWithoutTenantConnectionLimit = <T>(work: () => T): T => run(undefined, work)

/**
 * Returns the id of the tenant whose limit on database connections applies to the running code. Returns undefined if no
 * such limit applies.
 */
export const getConnectionLimitTenantId = (): string | undefined => contexts.getStore()?.tenant

/**
 * Returns the wait budget: how long the request may still wait for shared resources. Undefined outside of a request.
 */
export const getWaitBudget = (): WaitBudget | undefined => contexts.getStore()?.waitBudget
