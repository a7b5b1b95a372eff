import { type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Logger } from 'pino'
import { ApiError } from '../platform/errors.ts'
import { makeProviderPublicKeyFinder } from './provider-keys.ts'

/**
 * The settings for an OpenID Connect provider:
 * - `audience`: the required audience of ID tokens.
 * - `keys`: finds the public key of a token. If undefined, the service downloads the keys of the provider.
 * - `storedIssuer`: the issuer that the database stores with a user. The default is `issuer`.
 * - `maxAgeSeconds`: how long after its `iat` a token is accepted, even if its `exp` is later.
 */
export type IdentityProviderSettings = {
  issuer: string
  audience: string
  planClaim: string
  maxAgeSeconds: number
  keys?: JWTVerifyGetKey
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
 * Makes the function that verifies one kind of token of an identity provider. The function returns the claims of the
 * token, or undefined for an invalid token. The function logs why a token is invalid, if possible with the logger of
 * the request.
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
