import { type JWTHeaderParameters, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Logger } from 'pino'
import { ApiError } from '../platform/errors.ts'
import { isValidSubject } from './claims.ts'
import { makeProviderKeyFinder } from './provider-keys.ts'

/**
 * The settings for an OpenID Connect provider. `audience` is the required audience of ID tokens. If `keys` is set, the
 * public keys are not downloaded. `storedIssuer` replaces `issuer` in the database. The service refuses a token
 * `maxAgeSeconds` after the token's `iat`, even if the token's `exp` is later.
 */
export type IdentityProvider = {
  issuer: string
  audience: string
  planClaim: string
  maxAgeSeconds: number
  keys?: JWTVerifyGetKey
  storedIssuer?: string
}

export type IdTokenClaims = JWTPayload & { sub: string; exp: number; iat: number }

// All allowed algorithms use a public key. With a shared secret or with `none`, callers could sign their own tokens.
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

/**
 * Returns whether the `typ` in a token's header is that of an ID token. Access tokens and logout tokens of the same
 * provider are refused (RFC 8725, section 3.11).
 */
const hasIdTokenType = ({ typ }: JWTHeaderParameters) => typ === undefined || /^(application\/)?jwt$/i.test(String(typ))

/** Returns whether the token was issued to this client (OpenID Connect Core 1.0, section 3.1.3.7, steps 4 and 5). */
const isIssuedTo = (client: string, { aud, azp }: JWTPayload) =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === client

/**
 * Returns the reason why a correctly signed token is not an ID token for this service, or undefined for a valid ID
 * token.
 */
function invalidReason(header: JWTHeaderParameters, payload: JWTPayload, audience: string): string | undefined {
  if (!hasIdTokenType(header)) return 'typ belongs to another kind of token'
  /**
   * Every logout token has the claim `events`, even if it has no `typ` (OpenID Connect Back-Channel Logout 1.0, section
   * 2.4).
   */
  if (payload.events !== undefined) return 'events is a claim of logout tokens'
  if (!isIssuedTo(audience, payload))
    return 'azp names another client, or is missing although there are several audiences'
  return isValidSubject(payload.sub) ? undefined : 'sub does not have 1 to 255 characters'
}

/**
 * Makes the function that verifies ID tokens (OpenID Connect Core 1.0, section 3.1.3.7). The function returns the
 * claims of the token, or undefined for an invalid token.
 * @throws ApiError 503 if the provider cannot be reached
 */
export function makeIdTokenVerifier({ issuer, audience, maxAgeSeconds, keys }: IdentityProvider, log: Logger) {
  const findKey = keys ?? makeProviderKeyFinder(issuer, log)
  const options = {
    issuer,
    audience,
    algorithms: allowedAlgorithms,
    requiredClaims: ['sub', 'exp', 'iat'],
    // With `maxTokenAge`, jose also checks that `iat` is a number and not in the future.
    maxTokenAge: maxAgeSeconds,
    clockTolerance: 5,
  }

  return async function verify(token: string): Promise<IdTokenClaims | undefined> {
    let reason: string | undefined
    try {
      const { protectedHeader, payload } = await jwtVerify(token, findKey, options)
      reason = invalidReason(protectedHeader, payload, audience)
      if (reason === undefined) return payload as IdTokenClaims
    } catch (error) {
      if (error instanceof ApiError) throw error
      reason = (error as Error).message
    }
    log.info({ reason }, 'refused an ID token')
    return undefined
  }
}
