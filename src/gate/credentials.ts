import type { IncomingMessage } from 'node:http'
import type { Caller } from '../auth/caller.ts'
import type { Identity } from '../auth/identity.ts'
import type { Keyring } from '../auth/keyring.ts'
import type { Master } from '../auth/master.ts'

const none: Caller = { kind: 'nobody' }
const refuse = (refusal: string): Caller => ({ kind: 'nobody', refusal })

/** Node keeps one of several `Authorization` headers; a request that sends two is ambiguous. */
function repeats(req: IncomingMessage, name: string): boolean {
  let seen = 0
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const header = req.rawHeaders[index]!
    if (header.length === name.length && header.toLowerCase() === name) seen++
  }
  return seen > 1
}

const bearer = /^Bearer +([\x21-\x7e]+) *$/i

/**
 * Who a request's headers say it is from: specification, section 5 (1). A key comes as `Authorization: Bearer` or as
 * `X-API-Key`; an ID token, which has two dots, as the former alone. The master key is one only where `master` is given.
 */
export async function identify(
  req: IncomingMessage,
  keyring: Keyring,
  identity: Identity | undefined,
  master?: Master,
): Promise<Caller> {
  const { authorization, 'x-api-key': apiKey } = req.headers
  if (authorization === undefined && apiKey === undefined) return none
  if (repeats(req, 'authorization') || repeats(req, 'x-api-key')) return refuse('Send one credential, once.')
  if (authorization === undefined) return master?.holder(String(apiKey)) ?? keyring.holder(String(apiKey), req.socket)
  const token = bearer.exec(authorization)?.[1]
  if (token === undefined) return refuse('Authorization must be: Bearer <API_KEY>.')
  if (apiKey !== undefined && apiKey !== token) return refuse('Authorization and X-API-Key name different credentials.')
  const holder = master?.holder(token)
  if (holder) return holder
  if (token.split('.').length !== 3) return keyring.holder(token, req.socket)
  return identity ? identity.person(token) : refuse('No identity provider is configured for ID tokens.')
}
