import { type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Logger } from 'pino'
import { ApiError } from '../platform/errors.ts'
import { makeProviderPublicKeyFinder } from './provider-keys.ts'

/** The settings for an OpenID Connect provider. */
export type IdentityProviderSettings = {
  issuer: string
  /** The required audience of ID tokens. */
  audience: string
  planClaim: string
  /** The maximum age of a token, counted from its claim `iat`. A later `exp` does not extend this time. */
  maxAgeSeconds: number
  /** Finds the public key of a token. By default, the service downloads the provider's keys. */
  keys?: JWTVerifyGetKey
  /**
   * The issuer that the database stores with each user of this provider. If undefined, the database stores `issuer`.
   */
  storedIssuer?: string
}

/** The claims that every accepted ID token and access token has. */
export type TokenClaims = JWTPayload & { sub: string; exp: number; iat: number }

/**
 * Only algorithms with a public key are allowed. With `none` or a shared secret, callers could sign tokens themselves.
 */
const allowedAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** Returns why a correctly signed token is refused. Returns undefined for a valid token. */
export type FindTokenProblem = (
  header: JWTHeaderParameters,
  payload: JWTPayload,
  audience: string,
) => string | undefined

/**
 * Makes the verifier of one kind of token. For an invalid token, the verifier logs the reason and returns undefined.
 * @throws ApiError 503 if the provider cannot be reached
 */
export function makeTokenVerifier(
  { issuer, maxAgeSeconds, keys }: IdentityProviderSettings,
  { log, name, findProblem }: { log: Logger; name: string; findProblem: FindTokenProblem },
) {
  const findKey = keys ?? makeProviderPublicKeyFinder(issuer, log)
  const options = {
    issuer,
    algorithms: allowedAlgorithms,
    requiredClaims: ['sub', 'exp', 'iat'],
    // With `maxTokenAge`, jose also checks that `iat` is not in the future.
    maxTokenAge: maxAgeSeconds,
    clockTolerance: 5,
  }

  return async function verify(
    token: string,
    audience: string,
    requestLog = () => log,
  ): Promise<TokenClaims | undefined> {
    let reason: string | undefined
    try {
      const { protectedHeader, payload } = await jwtVerify(token, findKey, { ...options, audience })
      reason = findProblem(protectedHeader, payload, audience)
      if (reason === undefined) return payload as TokenClaims
    } catch (error) {
      if (error instanceof ApiError) throw error
      reason = (error as Error).message
    }
    requestLog().info({ reason }, `refused ${name}`)
    return undefined
  }
}
