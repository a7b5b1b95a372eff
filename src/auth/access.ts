import { ApiError } from '../errors.ts'
import { type Caller, unauthorized } from './caller.ts'
import type { Scope } from './scopes.ts'

type Asking = { caller: Caller; face: 'graphql' | 'rest' | 'mcp' }

/**
 * Why a caller may not use an operation that needs `access` (a scope, `person`, `master` or `known`); undefined where
 * they may.
 * Who somebody is comes before what they may do: 401, then 403 (specification, section 5).
 */
export function refusalOf(access: string, { caller, face }: Asking): ApiError | undefined {
  if (caller.kind === 'nobody') {
    const wanted =
      access === 'person'
        ? 'An ID token of the identity provider is required: Authorization: Bearer <ID_TOKEN>.'
        : 'An API key is required: Authorization: Bearer <API_KEY>.'
    return unauthorized(caller.refusal ?? wanted)
  }
  if (access === 'person') {
    return caller.kind === 'person'
      ? undefined
      : unauthorized('This operation takes an ID token of the identity provider, not an API key.')
  }
  if (face !== 'graphql' && caller.kind === 'person')
    return unauthorized('This operation takes an API key, not an ID token.')
  if (access === 'master') {
    return caller.kind === 'master' ? undefined : new ApiError('forbidden', 'This operation takes the MCP master key.')
  }
  if (access === 'known' || caller.scopes.has(access as Scope)) return undefined
  return new ApiError('forbidden', `The key lacks the scope ${access}.`, { details: { scope: access } })
}
