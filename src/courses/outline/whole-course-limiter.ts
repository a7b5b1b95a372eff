import { defineWorkspaceLimiter } from '../../operations/workspace-limiters.ts'

/**
 * Limits the total number of concurrent operations that hold a whole course or release in memory. Each kind of
 * operation also has a limit of its own, but all kinds at once could need more memory than the heap has.
 */
export const wholeCourseLimiter = defineWorkspaceLimiter({
  resource: 'whole courses in memory',
  total: 4,
  perTenant: 2,
  waitMs: 10_000,
  maxWaiting: 32,
})
