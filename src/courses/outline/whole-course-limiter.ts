import { defineWorkspaceLimiter } from '../../operations/workspace-limiters.ts'

/**
 * Limits all operations that hold a whole course or release in memory. Together, the separate limits of these
 * operations could exceed the heap.
 */
export const wholeCourseLimiter = defineWorkspaceLimiter({
  resource: 'whole courses in memory',
  total: 4,
  perTenant: 2,
  waitMs: 10_000,
  maxWaiting: 32,
})
