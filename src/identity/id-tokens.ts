import type { Logger } from 'pino'
import type { Database } from '../platform/db/database.ts'
import type { Authenticator } from './authenticator.ts'
import { type Caller, makeScopeSet } from './caller.ts'
import { makeCredentialCache } from './credential-cache.ts'
import { makeIdTokenVerifier } from './id-token-verifier.ts'
import type { ApiKeyAuthenticator } from './keyring.ts'
import { allScopes } from './scopes.ts'
import type { IdentityProviderSettings, TokenClaims } from './token-verifier.ts'
import { makeUserProvisioner } from './user-provisioning.ts'

type Dependencies = { db: Database; keyring: ApiKeyAuthenticator; log: Logger }
type Person = Extract<Caller, { kind: 'person' }>

const everyScope = makeScopeSet(allScopes)

/**
 * Makes the authenticator of ID tokens, which people get when they sign in (OpenID Connect Core 1.0, section 3.1.3.7).
 */
export function makeIdTokenAuthenticator(provider: IdentityProviderSettings, { db, keyring, log }: Dependencies) {
  const { issuer, audience, maxAgeSeconds } = provider
  const cache = makeCredentialCache<Person>({ maxEntries: 1000, maxAgeMs: 60_000, mayUseMemory: keyring.isLive })
  keyring.onInvalidate(cache.invalidate)
  const findOrCreateUser = makeUserProvisioner(provider, { db, keyring })
  const verify = makeIdTokenVerifier(provider, log)

  async function toCaller(claims: TokenClaims): Promise<Person> {
    const { id: userId, name, email, workspaceId, workspace } = await findOrCreateUser(claims)
    return { kind: 'person', userId, name, email, workspaceId, plan: workspace.plan, scopes: everyScope }
  }

  const expiryOf = ({ exp, iat }: TokenClaims) => Math.min(exp, iat + maxAgeSeconds) * 1000

  const authenticator: Authenticator = {
    cached: ({ hash }) => cache.get(hash),
    wasValid: ({ hash }) => cache.has(hash),
    workspaceOf: ({ hash }) => cache.workspaceOf(hash),
    isWellFormed: (token) => token.split('.').length === 3,
    /**
     * Verifies an ID token and finds or creates its user.
     * @throws ApiError 503 if the identity provider cannot be reached
     */
    async authenticate({ value: token, hash }, requestLog) {
      const remember = cache.startLookup()
      const claims = await verify(token, requestLog)
      if (!claims) {
        cache.delete(hash)
        return { kind: 'anonymous', refusal: 'The ID token is not valid.' }
      }
      const person = await toCaller(claims)
      remember(hash, person, expiryOf(claims))
      return person
    },
  }
  return { ...authenticator, issuer, audience, cacheSize: cache.size }
}
