import { defineWorkspaceLimiter } from '../operations/workspace-limiters.ts'

/** Limits checks of links. Each check sends requests to other servers for up to half a minute. */
export const linkCheckLimiter = defineWorkspaceLimiter({ resource: 'checks of links', total: 8, perTenant: 1 })
