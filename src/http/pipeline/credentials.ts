import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type HashedCredential, makeHashedCredential } from '../../identity/authenticator.ts'
import { disabledOptimizations } from '../../platform/optimizations.ts'
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

/** The maximum length of a credential whose hash is remembered. Longer credentials are hashed for each request. */
const maxRememberedChars = 1024

/** The last credential of each connection. A client usually sends the same credential again. */
const lastCredentials = new WeakMap<Socket, HashedCredential>()

/** Hashes a credential. The hash of the last credential of the connection is remembered. */
function hashCredential({ socket }: IncomingMessage, value: string): HashedCredential {
  if (value.length > maxRememberedChars || disabledOptimizations.has('credentialHash'))
    return makeHashedCredential(value)
  const last = lastCredentials.get(socket)
  if (last?.value === value) return last
  const credential = makeHashedCredential(value)
  lastCredentials.set(socket, credential)
  return credential
}

/** Reads the credential from `Authorization: Bearer` or `X-API-Key` (REST specification, section 5, rule 1). */
export function readCredential(req: IncomingMessage): Credential {
  const { authorization, 'x-api-key': apiKey } = req.headers
  if (authorization === undefined && apiKey === undefined) return noCredential
  if (isHeaderRepeated(req, 'authorization') || isHeaderRepeated(req, 'x-api-key'))
    return ambiguous('Send exactly one credential.')
  if (authorization === undefined) return { kind: 'key', credential: hashCredential(req, String(apiKey)) }
  const value = bearer.exec(authorization)?.[1]
  if (value === undefined) return ambiguous('Authorization must be: Bearer <API_KEY>.')
  if (apiKey !== undefined && apiKey !== value)
    return ambiguous('Authorization and X-API-Key contain different credentials.')
  return { kind: value.split('.', 4).length === 3 ? 'token' : 'key', credential: hashCredential(req, value) }
}
