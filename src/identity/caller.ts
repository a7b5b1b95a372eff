import { ApiError, makeInvalidRequestError } from '../platform/errors.ts'
import { isScope, type Scope } from './scopes.ts'

type Membership = { workspaceId: string; plan: string; scopes: ReadonlySet<Scope> }

/**
 * The caller of a request: an API key, a signed-in person, an agent with a person's access token, the MCP master key,
 * or an anonymous client.
 */
export type Caller =
  | { kind: 'anonymous'; refusal?: string }
  | ({ kind: 'key'; keyId: string; name: string } & Membership)
  | ({ kind: 'person'; userId: string; name: string | null; email: string | null } & Membership)
  /** An agent of a person. `name` is the person's name, or the e-mail address if the person has no name. */
  | ({ kind: 'agent'; userId: string; name: string | null } & Membership)
  /** A caller with the MCP master key. `workspaceId` is undefined until the request names a workspace. */
  | ({ kind: 'master' } & Omit<Membership, 'workspaceId'> & { workspaceId: string | undefined })

export const makeScopeSet = (names: Iterable<string>): ReadonlySet<Scope> => new Set([...names].filter(isScope))

const challenge = { 'WWW-Authenticate': 'Bearer' }

/** Makes a 401 error with the header `WWW-Authenticate` (RFC 9110, section 11.6.1). */
export const makeUnauthorizedError = (message: string) => new ApiError('unauthorized', message, { headers: challenge })

/**
 * Returns the id of the caller's workspace.
 * @throws ApiError `unauthorized` for an anonymous caller
 * @throws ApiError `invalid_request` for the master key without a workspace
 */
export function getWorkspaceIdOrThrow(caller: Caller): string {
  if (caller.kind === 'anonymous') throw makeUnauthorizedError(caller.refusal ?? 'An API key is required.')
  if (caller.workspaceId === undefined)
    throw makeInvalidRequestError([
      { path: 'workspaceId', message: 'is required, because there are several workspaces. list_workspaces lists them' },
    ])
  return caller.workspaceId
}

/**
 * Returns a text that identifies the caller, such as `key:` followed by the id of the key. The database stores this
 * text with an Idempotency-Key or an AI generation.
 */
export const getCallerId = (caller: Caller): string => {
  if (caller.kind === 'key') return `key:${caller.keyId}`
  if (caller.kind === 'person' || caller.kind === 'agent') return `${caller.kind}:${caller.userId}`
  return caller.kind === 'master' ? `master:${caller.workspaceId}` : caller.kind
}
