import type { JWTHeaderParameters, JWTPayload } from 'jose'
import type { Logger } from 'pino'
import { isValidSubject } from './claims.ts'
import { type FindTokenProblem, type IdentityProviderSettings, makeTokenVerifier } from './token-verifier.ts'

/**
 * Access tokens have the `typ` `at+jwt` (RFC 9068, section 2.1). Many providers still send the `typ` `JWT`, or no
 * `typ`. The service accepts these tokens if they contain a scope.
 */
const hasAccessTokenType = ({ typ }: JWTHeaderParameters) => /^(application\/)?at\+jwt$/i.test(String(typ))
const hasUnspecificType = ({ typ }: JWTHeaderParameters) =>
  typ === undefined || /^(application\/)?jwt$/i.test(String(typ))

/**
 * Returns the names of the scopes in an access token. RFC 9068 names the claim `scope`, but some providers send `scp`
 * instead. The value is a list of names, or one text with spaces between the names.
 */
export const readScopeNames = ({ scope, scp }: JWTPayload): string[] =>
  [scope, scp].flat().flatMap((names) => (typeof names === 'string' ? names.split(' ') : []))

/** Returns why a correctly signed token is not an access token. Returns undefined for a valid access token. */
const findAccessTokenProblem: FindTokenProblem = (header, payload) => {
  if (payload.events !== undefined) return 'events is a claim of logout tokens'
  const isAccessToken =
    hasAccessTokenType(header) || (hasUnspecificType(header) && (payload.scope ?? payload.scp) !== undefined)
  if (!isAccessToken) return 'typ is not at+jwt, and no scope shows that this is an access token'
  return isValidSubject(payload.sub) ? undefined : 'sub does not have 1 to 255 characters'
}

/**
 * Makes the function that verifies access tokens (RFC 9068, section 4). The function returns the claims of the token,
 * or undefined for an invalid token.
 * @throws ApiError 503 if the provider cannot be reached
 */
export const makeAccessTokenVerifier = (provider: IdentityProviderSettings, log: Logger) =>
  makeTokenVerifier(provider, { log, name: 'an access token', findProblem: findAccessTokenProblem })
