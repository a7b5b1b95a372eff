import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import { defineWorkspaceLimiter } from '../operations/workspace-limiters.ts'

/** Limits checks of courses, because parsing the texts of a large course takes seconds of CPU time. */
export const courseCheckLimiter = defineWorkspaceLimiter(
  { resource: 'checks of courses', total: 8, perTenant: 2, waitMs: 10_000, maxWaiting: 8 },
  wholeCourseLimiter,
)

/** Limits checks of links. Each check sends requests to other servers for up to half a minute. */
export const linkCheckLimiter = defineWorkspaceLimiter({ resource: 'checks of links', total: 8, perTenant: 1 })
