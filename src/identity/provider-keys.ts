import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Logger } from 'pino'
import { makeUnavailableError } from '../platform/errors.ts'
import { fetchDiscoveryDocument, fetchProviderJson } from './provider-request.ts'

/** The identity provider's public keys are downloaded again after this time, or for a token with an unknown key id. */
const maxKeyAgeMs = 600_000
/** The minimum time between two downloads of the keys. */
const minRefreshIntervalMs = 1000
/** The maximum number of requests that wait for a download of the keys. Each count in `waiting` has this limit. */
const maxWaiting = 32

const providerUnavailable = () =>
  makeUnavailableError('The identity provider cannot be reached. Try again soon.', { retryAfterSeconds: 5 })

/**
 * Returns the milliseconds between `at` and now. The result is positive even if the clock of the machine has been set
 * back.
 */
const msSince = (at: number) => Math.abs(Date.now() - at)

async function fetchKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const metadata = await fetchDiscoveryDocument(issuer)
  if (typeof metadata.jwks_uri !== 'string') throw new Error('the discovery document has no jwks_uri')
  const jwksUrl = new URL(metadata.jwks_uri)
  if (issuer.startsWith('https:') && jwksUrl.protocol !== 'https:') throw new Error('jwks_uri does not use https')
  return createLocalJWKSet((await fetchProviderJson(jwksUrl)) as JSONWebKeySet)
}

/**
 * Returns a function that finds the public key of a token. The provider's JSON Web Key Set is downloaded at most once
 * per second.
 */
export function makeProviderPublicKeyFinder(issuer: string, log: Logger): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined
  let fetchedAt = 0
  let failedAt = 0
  let refreshing: Promise<void> | undefined
  // Anybody can send tokens with unknown key ids. These requests have their own count (`forUnknownKey`),
  // so a flood of them does not use up the limit of the other requests.
  const waiting = { forNewKeys: 0, forUnknownKey: 0 }

  async function load(): Promise<void> {
    try {
      keys = await fetchKeys(issuer)
      fetchedAt = Date.now()
    } catch (error) {
      failedAt = Date.now()
      log.warn({ err: error }, 'the identity provider cannot be reached')
      throw providerUnavailable()
    } finally {
      refreshing = undefined
    }
  }

  async function refresh(reason: keyof typeof waiting): Promise<void> {
    if (waiting[reason] >= maxWaiting || msSince(failedAt) < minRefreshIntervalMs) throw providerUnavailable()
    waiting[reason]++
    try {
      refreshing ??= load()
      await refreshing
    } finally {
      waiting[reason]--
    }
  }

  return async (header, token) => {
    if (!keys || msSince(fetchedAt) > maxKeyAgeMs) await refresh('forNewKeys')
    try {
      return await keys!(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || msSince(fetchedAt) < minRefreshIntervalMs) throw error
    }
    await refresh('forUnknownKey')
    return keys!(header, token)
  }
}
