import type { Logger } from 'pino'
import type { Database } from '../platform/db/database.ts'
import { makeAccessTokenVerifier, readScopeNames } from './access-token-verifier.ts'
import type { Authenticator, HashedCredential } from './authenticator.ts'
import { type Caller, makeScopeSet } from './caller.ts'
import { makeCredentialCache } from './credential-cache.ts'
import { hashCredentialForCache } from './key-secret.ts'
import type { ApiKeyAuthenticator } from './keyring.ts'
import type { IdentityProviderSettings, TokenClaims } from './token-verifier.ts'
import { makeExistingUserFinder, makeUserProvisioner } from './user-provisioning.ts'

type Dependencies = { db: Database; keyring: ApiKeyAuthenticator; log: Logger }
type Agent = Extract<Caller, { kind: 'agent' }>

const anonymous = (refusal: string): Caller => ({ kind: 'anonymous', refusal })

/** Authenticates the access tokens of agents that act for a person. */
export type AccessTokenAuthenticator = ReturnType<typeof makeAccessTokenAuthenticator>

/** Makes the authenticator of access tokens (RFC 9068). */
export function makeAccessTokenAuthenticator(provider: IdentityProviderSettings, { db, keyring, log }: Dependencies) {
  const { issuer, maxAgeSeconds, planClaim } = provider
  const cache = makeCredentialCache<Agent>({ maxEntries: 1000, maxAgeMs: 60_000, mayUseMemory: keyring.isLive })
  keyring.onInvalidate(cache.invalidate)
  const findOrCreateUser = makeUserProvisioner(provider, { db, keyring })
  const findUser = makeExistingUserFinder(provider, { db })
  const verify = makeAccessTokenVerifier(provider, log)

  async function findAgent(claims: TokenClaims): Promise<Agent | undefined> {
    // A new user needs a plan. If the token has no plan claim, a new user must first sign in to the dashboard.
    const user = await (claims[planClaim] === undefined ? findUser(claims) : findOrCreateUser(claims))
    if (!user) return undefined
    const { id: userId, workspaceId, workspace } = user
    const name = user.name ?? user.email
    const scopes = makeScopeSet(readScopeNames(claims))
    return { kind: 'agent', userId, name, workspaceId, plan: workspace.plan, scopes }
  }

  const expiryOf = ({ exp, iat }: TokenClaims) => Math.min(exp, iat + maxAgeSeconds) * 1000

  return {
    issuer,
    cacheSize: cache.size,
    /** Returns an authenticator that accepts access tokens for one audience (RFC 8707, section 2). */
    forAudience(audience: string): Authenticator {
      const keyOf = ({ hash }: HashedCredential) => hashCredentialForCache(`${audience} ${hash}`)
      return {
        cached: (token) => cache.get(keyOf(token)),
        wasValid: (token) => cache.has(keyOf(token)),
        workspaceOf: (token) => cache.workspaceOf(keyOf(token)),
        isWellFormed: (token) => token.split('.').length === 3,
        /**
         * Verifies an access token and finds its user.
         * @throws ApiError 503 if the identity provider cannot be reached
         */
        async authenticate(token, requestLog) {
          const remember = cache.startLookup()
          const claims = await verify(token.value, audience, requestLog)
          if (!claims) {
            cache.delete(keyOf(token))
            return anonymous(`The access token is not valid for ${audience}.`)
          }
          const agent = await findAgent(claims)
          if (!agent) return anonymous('Sign in to the dashboard once. That creates the workspace of this account.')
          remember(keyOf(token), agent, expiryOf(claims))
          return agent
        },
      }
    },
  }
}
