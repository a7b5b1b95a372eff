import type { Logger } from 'pino'
import { makeAccessTokenAuthenticator } from '../identity/access-tokens.ts'
import type { DevelopmentProvider } from '../identity/development/provider.ts'
import { makeIdTokenAuthenticator } from '../identity/id-tokens.ts'
import { makeApiKeyAuthenticator } from '../identity/keyring.ts'
import { makeProviderPublicKeyFinder } from '../identity/provider-keys.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { makeNoopBroadcast, makeRedisBroadcast } from '../platform/redis/broadcast.ts'
import type { SharedRedis } from '../platform/redis/connection.ts'

type Dependencies = {
  config: Config
  db: Database
  log: Logger
  redis: SharedRedis | undefined
  development: DevelopmentProvider | undefined
}

/**
 * Makes the authenticators of API keys, ID tokens and access tokens. Without an identity provider, the service accepts
 * only API keys.
 */
export function makeAuthenticators({ config, db, log, redis, development }: Dependencies) {
  // The broadcast tells all processes which API keys have changed.
  const broadcast = redis
    ? makeRedisBroadcast(config.redisUrl!, redis, log, () => keyring.invalidateAll())
    : makeNoopBroadcast(db.kind === 'embedded')
  const keyring = makeApiKeyAuthenticator(db, broadcast)
  const provider = config.oidc ?? development?.identity
  // ID tokens and access tokens share one copy of the provider's public keys.
  const identityProvider = provider && {
    keys: makeProviderPublicKeyFinder(provider.issuer, log),
    ...provider,
    planClaim: config.oidcPlanClaim,
    maxAgeSeconds: config.oidcMaxTokenAgeSeconds,
  }
  const parts = { db, keyring, log }
  return {
    broadcast,
    keyring,
    provider,
    idTokens: identityProvider && makeIdTokenAuthenticator(identityProvider, parts),
    accessTokens: identityProvider && makeAccessTokenAuthenticator(identityProvider, parts),
  }
}
