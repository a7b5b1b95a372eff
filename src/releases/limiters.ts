import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import { defineWorkspaceLimiter } from '../operations/workspace-limiters.ts'

/**
 * Limits publishing and restoring. Each uses a database connection, and several megabytes of memory for a large course.
 */
export const releaseWriteLimiter = defineWorkspaceLimiter(
  (connections) => ({
    resource: 'releases',
    total: Math.max(2, Math.floor(connections / 2)),
    perTenant: 2,
    waitMs: 10_000,
    maxWaiting: 32,
  }),
  wholeCourseLimiter,
)

/** Limits reads of whole releases and comparisons of releases. Each can hold several copies of 20 MB in memory. */
export const releaseReadLimiter = defineWorkspaceLimiter(
  { resource: 'reads of whole releases', total: 3, perTenant: 1, waitMs: 10_000, maxWaiting: 32 },
  wholeCourseLimiter,
)
