import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import { defineWorkspaceLimiter } from '../operations/workspace-limiters.ts'

/**
 * Limits how many publishes and restores run at the same time. Each of them uses a database connection, and several
 * megabytes of memory for a large course.
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

/**
 * Limits how many reads and comparisons of whole releases run at the same time. A request can hold several copies of a
 * release of 20 MB in memory.
 */
export const releaseReadLimiter = defineWorkspaceLimiter(
  { resource: 'reads of whole releases', total: 3, perTenant: 1, waitMs: 10_000, maxWaiting: 32 },
  wholeCourseLimiter,
)
