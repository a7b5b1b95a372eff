import type { IncomingMessage } from 'node:http'
import { type HashedCredential, makeHashedCredential } from '../../identity/authenticator.ts'
import { isHeaderRepeated } from '../repeated-header.ts'

/**
 * The credential of a request. A bearer token that looks like a JSON Web Token is an ID token or an access token
 * (`token`). Every other value counts as an API key (`key`).
 */
export type Credential =
  | { kind: 'none' }
  | { kind: 'ambiguous'; refusal: string }
  | { kind: 'key' | 'token'; credential: HashedCredential }

export const noCredential: Credential = { kind: 'none' }

const ambiguous = (refusal: string): Credential => ({ kind: 'ambiguous', refusal })

const bearer = /^Bearer +([\x21-\x7e]+) *$/i
const bearerScheme = /^Bearer(?: |$)/i

/**
 * Matches a whole or incomplete JSON Web Token (RFC 7519): parts with dots between them, or the beginning of a JSON
 * object in base64url. An API key never matches.
 */
const tokenLike = /\.|^eyJ/

/** Matches the beginning of an API key `<prefix>_<environment>_<secret>`, also of a mistyped one. */
const keyLike = /^[a-z][a-z0-9]*_[a-z]+_/i

type Options = {
  /** Whether the endpoint takes ID tokens only. Then a bearer token that is not like an API key is a bad ID token. */
  takesIdTokensOnly?: boolean
}

/** Reads the credential from `Authorization: Bearer` or `X-API-Key` (REST specification, section 5, rule 1). */
export function readCredential(req: IncomingMessage, { takesIdTokensOnly = false }: Options = {}): Credential {
  const { authorization, 'x-api-key': apiKey } = req.headers
  if (authorization === undefined && apiKey === undefined) return noCredential
  if (isHeaderRepeated(req, 'authorization') || isHeaderRepeated(req, 'x-api-key'))
    return ambiguous('Send exactly one credential.')
  // A proxy or gateway may send a credential of its own, such as `Basic`.
  const isOthers = authorization === undefined || (apiKey !== undefined && !bearerScheme.test(authorization))
  if (isOthers) return { kind: 'key', credential: makeHashedCredential(String(apiKey)) }
  const value = bearer.exec(authorization)?.[1]
  if (value === undefined) return ambiguous('Authorization must be: Bearer <API_KEY>.')
  if (apiKey !== undefined && apiKey !== value)
    return ambiguous('Authorization and X-API-Key contain different credentials.')
  const isToken = tokenLike.test(value) || (takesIdTokensOnly && !keyLike.test(value))
  return { kind: isToken ? 'token' : 'key', credential: makeHashedCredential(value) }
}
