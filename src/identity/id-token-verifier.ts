import type { JWTHeaderParameters, JWTPayload } from 'jose'
import type { Logger } from 'pino'
import { isValidSubject } from './claims.ts'
import { type FindTokenProblem, type IdentityProviderSettings, makeTokenVerifier } from './token-verifier.ts'

/**
 * Returns whether the header of a token has the `typ` of an ID token. The result is false for other kinds of tokens,
 * such as access tokens and logout tokens (RFC 8725, section 3.11).
 */
const hasIdTokenType = ({ typ }: JWTHeaderParameters) => typ === undefined || /^(application\/)?jwt$/i.test(String(typ))

/** Returns whether the token was issued to this client (OpenID Connect Core 1.0, section 3.1.3.7, steps 4 and 5). */
const isIssuedTo = (client: string, { aud, azp }: JWTPayload) =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === client

/** Returns why a correctly signed token is not an ID token for this service. Returns undefined for a valid ID token. */
const findIdTokenProblem: FindTokenProblem = (header, payload, audience) => {
  if (!hasIdTokenType(header)) return 'typ belongs to another kind of token'
  // Some logout tokens have no `typ`. Every logout token has the claim `events` (OpenID Connect Back-Channel Logout
  // 1.0, section 2.4).
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
export function makeIdTokenVerifier(provider: IdentityProviderSettings, log: Logger) {
  const verify = makeTokenVerifier(provider, { log, name: 'an ID token', findProblem: findIdTokenProblem })
  return (token: string, requestLog?: () => Logger) => verify(token, provider.audience, requestLog)
}
