import type { IncomingMessage } from 'node:http'
import { type HashedCredential, makeHashedCredential } from '../../identity/authenticator.ts'
import { isHeaderRepeated } from '../repeated-header.ts'

/**
 * The credential of a request. A bearer token with exactly two dots is an ID token or an access token (`token`). Every
 * other value counts as an API key (`key`).
 */
export type Credential =
  | { kind: 'none' }
  | { kind: 'ambiguous'; refusal: string }
  | { kind: 'key' | 'token'; credential: HashedCredential }

export const noCredential: Credential = { kind: 'none' }

const ambiguous = (refusal: string): Credential => ({ kind: 'ambiguous', refusal })

const bearer = /^Bearer +([\x21-\x7e]+) *$/i

/** Reads the credential from `Authorization: Bearer` or `X-API-Key` (REST specification, section 5, rule 1). */
export function readCredential(req: IncomingMessage): Credential {
  const { authorization, 'x-api-key': apiKey } = req.headers
  if (authorization === undefined && apiKey === undefined) return noCredential
  if (isHeaderRepeated(req, 'authorization') || isHeaderRepeated(req, 'x-api-key'))
    return ambiguous('Send exactly one credential.')
  if (authorization === undefined) return { kind: 'key', credential: makeHashedCredential(String(apiKey)) }
  const value = bearer.exec(authorization)?.[1]
  if (value === undefined) return ambiguous('Authorization must be: Bearer <API_KEY>.')
  if (apiKey !== undefined && apiKey !== value)
    return ambiguous('Authorization and X-API-Key contain different credentials.')
  return { kind: value.split('.', 4).length === 3 ? 'token' : 'key', credential: makeHashedCredential(value) }
}
