import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { v7 } from 'uuid'
import type { Database } from '../db/client.ts'
import { ApiError } from '../errors.ts'
import { type Caller, scopeSet } from './caller.ts'
import type { Keyring } from './keyring.ts'
import { allScopes } from './scopes.ts'

/**
 * An OpenID Connect identity provider, and the audience that its ID tokens for us name. `keys` are its public keys where
 * they need not be asked for; `knownAs` is the issuer that people's records name, where it is not the provider's address.
 */
export type Provider = {
  issuer: string
  audience: string
  planClaim: string
  keys?: JWTVerifyGetKey
  knownAs?: string
}

// Signatures with a public key alone: a shared secret or none would let a caller make their own tokens.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const everything = scopeSet(allScopes)
const cacheLifeMs = 60_000
const cacheSize = 1000

const unavailable = (cause: unknown) =>
  Object.assign(
    new ApiError('internal_error', 'The identity provider cannot be reached; try again soon.', {
      status: 503,
      headers: { 'Retry-After': '5' },
    }),
    { cause },
  )

/** Recognises people by their ID token: OpenID Connect Core 1.0, section 3.1.3.7. */
export function makeIdentity(provider: Provider, db: Database, keyring: Keyring) {
  const { issuer, audience, planClaim, knownAs = issuer } = provider
  const people = new Map<string, { caller: Caller; until: number }>()
  let keys: Promise<JWTVerifyGetKey> | undefined = provider.keys && Promise.resolve(provider.keys)

  async function discover(): Promise<JWTVerifyGetKey> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    if (!response.ok) throw new Error(`discovery answered ${response.status}`)
    const found = (await response.json()) as { issuer?: string; jwks_uri?: string }
    if (found.issuer !== issuer || !found.jwks_uri) throw new Error('discovery names another issuer')
    return createRemoteJWKSet(new URL(found.jwks_uri), { cooldownDuration: 1000, timeoutDuration: 5000 })
  }

  function keySet() {
    keys ??= discover().catch((cause) => {
      keys = undefined
      throw unavailable(cause)
    })
    return keys
  }

  async function verify(token: string): Promise<JWTPayload | undefined> {
    const options = { issuer, audience, algorithms, requiredClaims: ['sub', 'exp'], clockTolerance: 5 }
    try {
      return (await jwtVerify(token, await keySet(), options)).payload
    } catch (error) {
      if (error instanceof errors.JWKSTimeout) throw unavailable(error)
      if (error instanceof ApiError) throw error
      if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return undefined
      if (error instanceof TypeError && error.cause === undefined) return undefined
      throw unavailable(error)
    }
  }

  /** Their user and workspace, made by their first token. */
  async function member(subject: string, claims: JWTPayload, plan: string) {
    const where = { issuer_subject: { issuer: knownAs, subject } }
    const include = { workspace: true }
    const known = await db.prisma.user.findUnique({ where, include })
    if (known) return known
    const name = typeof claims.name === 'string' ? claims.name : null
    const email = typeof claims.email === 'string' ? claims.email : null
    const workspace = { create: { id: v7(), name: name ?? email ?? 'Workspace', plan } }
    try {
      return await db.prisma.user.create({
        data: { id: v7(), issuer: knownAs, subject, name, email, workspace },
        include,
      })
    } catch (error) {
      const made = await db.prisma.user.findUnique({ where, include })
      if (made) return made
      throw error
    }
  }

  async function recognise(claims: JWTPayload): Promise<Caller> {
    const claim = claims[planClaim]
    const plan = claim === undefined ? 'professional' : String(claim)
    const user = await member(claims.sub!, claims, plan)
    if (user.workspace.plan !== plan) {
      await db.prisma.workspace.update({ where: { id: user.workspaceId }, data: { plan } })
      await keyring.changed(user.workspaceId)
    }
    const { id: userId, name, email, workspaceId } = user
    return { kind: 'person', userId, name, email, workspaceId, plan, scopes: everything }
  }

  return {
    issuer,
    audience,
    /**
     * The person of an ID token; nobody, with the reason, where it is not good.
     * @throws ApiError 503 where the provider cannot be reached
     */
    async person(token: string): Promise<Caller> {
      const now = Date.now()
      const known = people.get(token)
      if (known && known.until > now) return known.caller
      const claims = await verify(token)
      if (!claims) return { kind: 'nobody', refusal: 'The ID token is not valid.' }
      const caller = await recognise(claims)
      if (people.size >= cacheSize) people.clear()
      people.set(token, { caller, until: Math.min(now + cacheLifeMs, claims.exp! * 1000) })
      return caller
    },
  }
}

export type Identity = ReturnType<typeof makeIdentity>
