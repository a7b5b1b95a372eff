import { ErrorResponse, type User, type UserManager } from 'oidc-client-ts'
import { probeService } from '../service-status/service-status.ts'

const marginSeconds = 30
const maxTimeoutMs = 2 ** 31 - 1

/**
 * Returns when to renew the ID token, in milliseconds since 1970: 30 seconds before the expiry, but at most a quarter
 * of the lifetime.
 */
const renewalTimeMs = ({ profile: { exp, iat } }: User) => (exp - Math.min(marginSeconds, (exp - iat) / 4)) * 1000

/** Returns whether the user's ID token needs no renewal yet. */
export const hasFreshIdToken = (user: User) => Date.now() < renewalTimeMs(user)

/** Returns whether the user's ID token has not expired yet. */
export const hasUnexpiredIdToken = ({ profile }: User) => Date.now() < profile.exp * 1000

/**
 * Calls `onRenewal` when the ID token needs a renewal, but at the latest after 24 days, because browsers allow no
 * longer timeouts. Returns a function that cancels the timer.
 */
export function scheduleTokenRenewal(user: User, onRenewal: () => void): () => void {
  const delayMs = Math.min(Math.max(renewalTimeMs(user) - Date.now(), 0), maxTimeoutMs)
  const timer = setTimeout(onRenewal, delayMs)
  return () => clearTimeout(timer)
}

/**
 * The renewed user, `refused` if the user has to sign in again, or `unreachable` if neither the identity provider nor
 * this service answers.
 */
export type SessionRenewalResult = User | 'refused' | 'unreachable'

async function renew(userManager: UserManager, rejectedToken: string | undefined): Promise<SessionRenewalResult> {
  /**
   * If another tab has already renewed the token, this tab uses the new token, because some identity providers accept a
   * refresh token only once.
   */
  const stored = await userManager.getUser()
  if (stored && stored.id_token !== rejectedToken && hasFreshIdToken(stored)) return stored
  try {
    return (await userManager.signinSilent()) ?? 'refused'
  } catch (error) {
    // An `ErrorResponse` is a refusal. Any other error means that the identity provider has not answered.
    // If this service answers, the network works, so the identity provider probably forbids hidden frames.
    // The user then has to sign in again.
    return error instanceof ErrorResponse || (await probeService()) ? 'refused' : 'unreachable'
  }
}

/**
 * Renews the user's session with a refresh token or in a hidden frame. If the browser supports the Web Locks API, only
 * one tab at a time renews the session.
 */
export const renewSession = (userManager: UserManager, rejectedToken?: string): Promise<SessionRenewalResult> =>
  navigator.locks
    ? navigator.locks.request('session-renewal', () => renew(userManager, rejectedToken))
    : renew(userManager, rejectedToken)
