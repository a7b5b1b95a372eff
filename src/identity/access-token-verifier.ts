import type { JWTHeaderParameters, JWTPayload } from 'jose'
import type { Logger } from 'pino'
import { isValidSubject } from './claims.ts'
import { type FindTokenProblem, type IdentityProviderSettings, makeTokenVerifier } from './token-verifier.ts'

/** Returns whether a token has the `typ` of access tokens, `at+jwt` (RFC 9068, section 2.1). */
const hasAccessTokenType = ({ typ }: JWTHeaderParameters) => /^(application\/)?at\+jwt$/i.test(String(typ))
/**
 * Returns whether the `typ` of a token is `JWT` or missing. Many providers issue access tokens without the `typ` of
 * access tokens. This service accepts them only with a scope.
 */
const hasUnspecificType = ({ typ }: JWTHeaderParameters) =>
  typ === undefined || /^(application\/)?jwt$/i.test(String(typ))

/**
 * Returns the scopes in an access token. Some providers send the claim `scp` instead of `scope`, or a list instead of a
 * text.
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
 * Makes a function that returns the claims of a valid access token, or undefined (RFC 9068, section 4).
 * @throws ApiError 503 if the provider cannot be reached
 */
export const makeAccessTokenVerifier = (provider: IdentityProviderSettings, log: Logger) =>
  makeTokenVerifier(provider, { log, name: 'an access token', findProblem: findAccessTokenProblem })
