import { defineWorkspaceLimiter } from '../../operations/workspace-limiters.ts'

/**
 * Limits the operations that hold a whole course or release in memory, of all kinds together. Each kind has a limit of
 * its own, but all kinds at once would need more memory than the heap has.
 */
export const wholeCourseLimiter = defineWorkspaceLimiter({
  resource: 'whole courses in memory',
  total: 4,
  perTenant: 2,
  waitMs: 10_000,
  maxWaiting: 32,
})
