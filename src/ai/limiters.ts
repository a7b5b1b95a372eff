import { defineWorkspaceLimiter } from '../operations/workspace-limiters.ts'

/** The maximum number of generations that one API key or person can run at the same time, in all processes together. */
export const maxConcurrentGenerationsPerCaller = 2

/**
 * Limits the AI generations that run in this process. Each one needs a connection to the model and an open client
 * request.
 */
export const generationLimiter = defineWorkspaceLimiter({ resource: 'generations', total: 64, perTenant: 16 })

/**
 * Limits one caller's generations in this process. Unlike the same limit in the database, this limit needs no SQL
 * statements.
 */
export const callerGenerationLimiter = defineWorkspaceLimiter({
  resource: 'ai_concurrency',
  total: Number.POSITIVE_INFINITY,
  perTenant: maxConcurrentGenerationsPerCaller,
})
