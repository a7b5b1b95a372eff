import { ApiError } from '../platform/errors.ts'
import { type Caller, makeUnauthorizedError } from './caller.ts'
import type { Scope } from './scopes.ts'

type AccessRequest = { caller: Caller; api: 'graphql' | 'rest' | 'mcp' }

/** Makes the error for a caller who may not use an operation; undefined if the caller may use it. */
function findRefusal(access: string, { caller, api }: AccessRequest): (() => ApiError) | undefined {
  if (caller.kind === 'anonymous') {
    if (access === 'learner' && caller.refusal === undefined) return undefined
    const required =
      access === 'person'
        ? 'An ID token of the identity provider is required: Authorization: Bearer <ID_TOKEN>.'
        : 'An API key is required: Authorization: Bearer <API_KEY>.'
    return () => makeUnauthorizedError(caller.refusal ?? required)
  }
  if (access === 'person') {
    return caller.kind === 'person'
      ? undefined
      : () => makeUnauthorizedError('This operation takes an ID token of the identity provider, not an API key.')
  }
  if (api !== 'graphql' && caller.kind === 'person')
    return () => makeUnauthorizedError('This operation takes an API key, not an ID token.')
  if (access === 'master') {
    return caller.kind === 'master'
      ? undefined
      : () => new ApiError('forbidden', 'This operation takes the MCP master key.')
  }
  const scope = access === 'learner' ? 'delivery:read' : access
  if (access === 'authenticated' || caller.scopes.has(scope as Scope)) return undefined
  const credential = caller.kind === 'agent' ? 'access token' : 'key'
  return () => new ApiError('forbidden', `The ${credential} lacks the scope ${scope}.`, { details: { scope } })
}

/** Returns whether a caller may use an operation. */
export const hasAccess = (access: string, request: AccessRequest): boolean => findRefusal(access, request) === undefined

/**
 * Returns the error for a caller who may not use an operation, otherwise undefined (REST specification, section 5).
 * @param access the required access (`OperationSettings`): a scope, `person`, `master`, `authenticated` or `learner`
 */
export const findAccessError = (access: string, request: AccessRequest): ApiError | undefined =>
  findRefusal(access, request)?.()

/** Checks that a caller may use an operation. @throws ApiError the error that `findAccessError` returns */
export function assertAccess(access: string, request: AccessRequest): void {
  const refusal = findAccessError(access, request)
  if (refusal) throw refusal
}
