import type { Authenticator, HashedCredential } from '../../identity/authenticator.ts'
import type { Caller } from '../../identity/caller.ts'
import type { HttpRateLimiter } from '../../identity/rate-limit.ts'
import { makeFixedWindowCounter } from '../../platform/limits/fixed-window.ts'
import { getIpAddressGroup } from '../../platform/limits/ip-address.ts'
import { type EndReservation, makeTenantLimiter } from '../../platform/limits/tenant-limiter.ts'
import type { Endpoint, Exchange } from '../exchange.ts'
import type { Credential } from './credentials.ts'

type Dependencies = { keyring: Authenticator; idTokens: Authenticator | undefined; limiter: HttpRateLimiter }

/**
 * The caller of a request. `release` frees the slot of the credential check. Call `release` after the request has been
 * counted against the rate limit.
 */
type Authenticated = { caller: Caller; release: EndReservation }

/**
 * The limits on concurrent checks of credentials. A check can query the database. API keys and ID tokens have separate
 * limits, so that a slow identity provider does not delay requests with API keys.
 */
const makeCheckLimiter = () =>
  makeTenantLimiter({
    resource: 'checks of credentials',
    tenantLabel: 'IP address',
    total: 16,
    perTenant: 8,
    waitMs: 2000,
    maxWaiting: 1000,
  })

/**
 * How many unknown credentials per minute the service still checks after an IP address has used up its rate limit. A
 * customer may share the IP address with an attacker.
 */
const checksBeyondLimit = 5
const windowSeconds = 60

const noIdTokens = 'No identity provider is configured for ID tokens.'
const noAccessTokens = 'Access tokens are not taken here. They need an identity provider and PUBLIC_URL.'

const withoutSlot = (caller: Caller): Authenticated => ({ caller, release: () => {} })
const anonymous = (refusal?: string): Authenticated => withoutSlot({ kind: 'anonymous', refusal })

/**
 * Makes the function that identifies a client before authentication. The id is a workspace id, `master` for the MCP
 * master key, or an IP address group.
 */
export function makePreAuthenticationClientIdFinder({ keyring, idTokens }: Pick<Dependencies, 'keyring' | 'idTokens'>) {
  function findWorkspaceId(exchange: Exchange, { masterKey, accessTokens }: Endpoint, sent: Credential) {
    if (sent.kind !== 'key' && sent.kind !== 'token') return undefined
    const { kind, credential } = sent
    if (masterKey?.authenticate(credential.value)) return 'master'
    const tokens = () => (accessTokens ? accessTokens(exchange) : idTokens)
    return (kind === 'key' ? keyring : tokens())?.workspaceOf(credential)
  }
  // A client can send a different unknown credential in each request, so the IP address identifies the client.
  return (exchange: Exchange, endpoint: Endpoint, sent: Credential): string =>
    findWorkspaceId(exchange, endpoint, sent) ?? getIpAddressGroup(exchange.ipAddress)
}

/**
 * Makes the function that finds the caller of a request. To protect the database, it limits checks of unknown
 * credentials for each IP address.
 */
export function makeRequestAuthenticator({ keyring, idTokens, limiter }: Dependencies) {
  const checkSlots = { key: makeCheckLimiter(), token: makeCheckLimiter() }
  const countBeyondLimit = makeFixedWindowCounter(windowSeconds)

  async function mayCheckFrom(ipAddress: string): Promise<boolean> {
    const { remaining } = await limiter.count({ kind: 'anonymous' }, ipAddress, 0)
    return remaining > 0 || countBeyondLimit(getIpAddressGroup(ipAddress), 1).consumed <= checksBeyondLimit
  }

  /**
   * Waits for a slot to check a credential. Meanwhile, the request does not count against the concurrency limit,
   * because identity providers can be slow.
   */
  async function acquireCheckSlot(exchange: Exchange, kind: 'key' | 'token'): Promise<EndReservation> {
    const group = getIpAddressGroup(exchange.ipAddress)
    const free = checkSlots[kind].tryAcquire(group)
    if (free) return free
    let acquired: EndReservation | undefined
    async function wait(): Promise<EndReservation> {
      acquired = await checkSlots[kind].acquire(group)
      return acquired
    }
    try {
      return await exchange.waitForClient(wait)
    } catch (error) {
      acquired?.()
      throw error
    }
  }

  /**
   * Checks a credential that is not in the cache. The slot of the check stays occupied until the request has been
   * counted, and `release` is called. Otherwise, concurrent requests could exceed the rate limit.
   */
  async function checkUncached(
    exchange: Exchange,
    kind: 'key' | 'token',
    authenticator: Authenticator,
    credential: HashedCredential,
  ) {
    const { ipAddress, log } = exchange
    const release = await acquireCheckSlot(exchange, kind)
    try {
      // Another request may have checked the same credential while this request waited for a slot.
      const known = authenticator.cached(credential)
      if (known) return { caller: known, release }
      if (!authenticator.wasValid(credential) && !(await mayCheckFrom(ipAddress))) {
        release()
        return anonymous('The credential was not checked, because there were too many requests from this IP address.')
      }
      return { caller: await authenticator.authenticate(credential, log), release }
    } catch (error) {
      release()
      throw error
    }
  }

  /**
   * Finds the caller of a request.
   * @throws ApiError 503 if the identity provider cannot be reached
   * @throws ApiError 429 or 503 if too many credentials wait for a check
   */
  return async function authenticate(exchange: Exchange, endpoint: Endpoint, sent: Credential): Promise<Authenticated> {
    if (sent.kind === 'none') return anonymous()
    if (sent.kind === 'ambiguous') return anonymous(sent.refusal)
    const { kind, credential } = sent
    const holder = endpoint.masterKey?.authenticate(credential.value)
    if (holder) return withoutSlot(holder)
    const findTokens = () => (endpoint.accessTokens ? endpoint.accessTokens(exchange) : idTokens)
    const by = kind === 'key' ? keyring : findTokens()
    if (!by) return anonymous(endpoint.accessTokens ? noAccessTokens : noIdTokens)
    const known = by.cached(credential)
    if (known) return withoutSlot(known)
    if (!by.isWellFormed(credential.value) || by.wasValid(credential))
      return withoutSlot(await by.authenticate(credential, exchange.log))
    return checkUncached(exchange, kind, by, credential)
  }
}
