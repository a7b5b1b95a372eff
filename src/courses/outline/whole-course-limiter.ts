import { defineWorkspaceLimiter } from '../../operations/workspace-limiters.ts'

/**
 * Limits all operations that hold a whole course or release in memory: large writes and reads of course trees, checks,
 * publishing and restoring, and reads of releases. Each of them can hold several copies of 20 MB, and takes seconds of
 * CPU time and of a database connection.
 */
export const wholeCourseLimiter = defineWorkspaceLimiter({
  resource: 'whole courses in memory',
  total: 4,
  perTenant: 2,
  waitMs: 20_000,
  maxWaiting: 100,
})
