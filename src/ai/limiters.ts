import { defineWorkspaceLimiter } from '../operations/workspace-limiters.ts'

/** The maximum number of generations that one API key or person can run at the same time, in all processes together. */
export const maxConcurrentGenerationsPerCaller = 2

/**
 * Limits the AI generations that run at the same time in this process, in total and in each workspace (`perTenant`).
 * Each generation uses a connection to the language model and an open client request.
 */
export const generationLimiter = defineWorkspaceLimiter({ resource: 'generations', total: 64, perTenant: 16 })

/**
 * Limits the generations that one API key or person runs at the same time in this process. The database has the same
 * limit for all processes together. But this limiter refuses a flood of requests without an SQL statement for each
 * request.
 */
export const callerGenerationLimiter = defineWorkspaceLimiter({
  resource: 'ai_concurrency',
  total: Number.POSITIVE_INFINITY,
  perTenant: maxConcurrentGenerationsPerCaller,
})
