import type { JWTHeaderParameters, JWTPayload } from 'jose'
import type { Logger } from 'pino'
import { isValidSubject } from './claims.ts'
import { type FindTokenProblem, type IdentityProviderSettings, makeTokenVerifier } from './token-verifier.ts'

/** Returns whether a token has the `typ` of an ID token, and not of another kind of token (RFC 8725, section 3.11). */
const hasIdTokenType = ({ typ }: JWTHeaderParameters) => typ === undefined || /^(application\/)?jwt$/i.test(String(typ))

/** Returns whether the token was issued to this client (OpenID Connect Core 1.0, section 3.1.3.7, steps 4 and 5). */
const isIssuedTo = (client: string, { aud, azp }: JWTPayload) =>
  azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === client

/** Returns why a correctly signed token is not an ID token for this service. Returns undefined for a valid ID token. */
const findIdTokenProblem: FindTokenProblem = (header, payload, audience) => {
  if (!hasIdTokenType(header)) return 'typ belongs to another kind of token'
  // Every logout token has `events`, but some have no `typ` (OpenID Connect Back-Channel Logout 1.0, section 2.4).
  if (payload.events !== undefined) return 'events is a claim of logout tokens'
  if (!isIssuedTo(audience, payload))
    return 'azp names another client, or is missing although there are several audiences'
  return isValidSubject(payload.sub) ? undefined : 'sub does not have 1 to 255 characters'
}

/**
 * Makes a function that returns the claims of a valid ID token, or undefined (OpenID Connect Core 1.0, section
 * 3.1.3.7).
 * @throws ApiError 503 if the provider cannot be reached
 */
export function makeIdTokenVerifier(provider: IdentityProviderSettings, log: Logger) {
  const verify = makeTokenVerifier(provider, { log, name: 'an ID token', findProblem: findIdTokenProblem })
  return (token: string, requestLog?: () => Logger) => verify(token, provider.audience, requestLog)
}
