import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Logger } from 'pino'
import { ApiError } from '../errors.ts'
import { isSubject } from './claims.ts'

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

export type Claims = JWTPayload & { sub: string; exp: number }

// Signatures with a public key alone: a shared secret or none would let a caller make their own tokens.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/**
 * Checks ID tokens: OpenID Connect Core 1.0, section 3.1.3.7. Gives the claims of a good one, undefined for another.
 * @throws ApiError 503 where the provider cannot be reached
 */
export function makeVerifier({ issuer, audience, keys: given }: Provider, log: Logger) {
  let keys: Promise<JWTVerifyGetKey> | undefined = given && Promise.resolve(given)

  function unavailable(error: unknown): ApiError {
    log.warn({ err: error }, 'the identity provider cannot be reached')
    return new ApiError('internal_error', 'The identity provider cannot be reached; try again soon.', {
      status: 503,
      headers: { 'Retry-After': '5' },
    })
  }

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

  /** The key that a token names. Whatever else goes wrong on the way to it is the provider's fault, not the token's. */
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    const keys = await keySet()
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      throw unavailable(error)
    }
  }

  return async function verify(token: string): Promise<Claims | undefined> {
    const options = { issuer, audience, algorithms, requiredClaims: ['sub', 'exp'], clockTolerance: 5 }
    try {
      const { payload } = await jwtVerify(token, keyOf, options)
      const { sub } = payload
      if (isSubject(sub)) return { ...payload, sub, exp: payload.exp! }
      log.info({ reason: 'sub is not 1 to 255 characters' }, 'an ID token was refused')
    } catch (error) {
      if (error instanceof ApiError) throw error
      log.info({ reason: (error as Error).message }, 'an ID token was refused')
    }
    return undefined
  }
}
