import { ApiError, invalid } from '../errors.ts'
import { isScope, type Scope } from './scopes.ts'

type Member = { workspaceId: string; plan: string; scopes: ReadonlySet<Scope> }

/** Who makes a request: an API key, a signed-in person, the holder of the MCP master key, or nobody. */
export type Caller =
  | { kind: 'nobody'; refusal?: string }
  | ({ kind: 'key'; keyId: string } & Member)
  | ({ kind: 'person'; userId: string; name: string | null; email: string | null } & Member)
  /** The master works in the workspace that it names; before it has named one, in none. */
  | ({ kind: 'master' } & Omit<Member, 'workspaceId'> & { workspaceId: string | undefined })

export type KnownCaller = Exclude<Caller, { kind: 'nobody' }>

export const scopeSet = (names: Iterable<string>): ReadonlySet<Scope> => new Set([...names].filter(isScope))

const challenge = { 'WWW-Authenticate': 'Bearer' }

/** 401 with its challenge (RFC 9110, section 11.6.1). */
export const unauthorized = (message: string) => new ApiError('unauthorized', message, { headers: challenge })

/**
 * The workspace that a request works in.
 * @throws ApiError `unauthorized` for nobody, `invalid_request` for the master who has named none
 */
export function mustHaveWorkspace(caller: Caller): string {
  if (caller.kind === 'nobody') throw unauthorized(caller.refusal ?? 'An API key is required.')
  if (caller.workspaceId === undefined)
    throw invalid([
      { path: 'workspaceId', message: 'is required: there are several workspaces; list_workspaces names them' },
    ])
  return caller.workspaceId
}

/** A caller's own name in the database: whose Idempotency-Key, whose generation. */
export const whoIs = (caller: Caller): string => {
  if (caller.kind === 'key') return `key:${caller.keyId}`
  if (caller.kind === 'person') return `person:${caller.userId}`
  return caller.kind === 'master' ? `master:${caller.workspaceId}` : caller.kind
}
