import type { User, UserManager } from 'oidc-client-ts'
import {
  hasFreshIdToken,
  hasUnexpiredIdToken,
  renewSession,
  type SessionRenewalResult,
  scheduleTokenRenewal,
} from './renewal.ts'
import { fetchSignInSettings, type SignInSettings } from './sign-in-settings.ts'
import { makeOidcUserManager, signInCallbackPath } from './user-manager.ts'

/** The user who is signed in. */
export type SignedInUser = { state: 'signedIn'; userId: string; name: string; email: string | undefined }

/** Says whether a user is signed in. `notConfigured` means that the service has no identity provider. */
export type SignInStatus =
  | { state: 'starting' }
  | { state: 'unreachable' }
  | { state: 'notConfigured' }
  | { state: 'signedOut'; isDevelopment: boolean; reason?: SignedOutReason }
  | SignedInUser

type SignedOutReason = 'expired' | 'failed'

let status: SignInStatus = { state: 'starting' }
let settings: SignInSettings | null = null
let userManager: UserManager | undefined
let user: User | null = null
/** The user whose data this page has shown. After a sign-out, the page still has this data in its memory. */
let lastUserId: string | undefined
let renewalInFlight: Promise<SessionRenewalResult> | undefined
let cancelRenewal = () => {}
/** The ID token for which the identity provider has refused a renewal. */
let unrenewableToken: string | undefined
const listeners = new Set<() => void>()

function setStatus(next: SignInStatus): void {
  status = next
  for (const listener of listeners) listener()
}

export const getSignInStatus = () => status

/** Calls `listener` when the sign-in status changes. Returns a function that removes the listener. */
export function subscribeToSignInStatus(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hides the previous user's data, and reloads the page to clear the data from the memory of the page. */
function reloadForOtherUser(): void {
  user = null
  setStatus({ state: 'starting' })
  // The timer lets React remove the forms first, because a form with unsaved edits would prevent the reload.
  setTimeout(() => window.location.reload())
}

function setUser(next: User | null, reason?: SignedOutReason): void {
  cancelRenewal()
  lastUserId ??= next?.profile.sub
  if (next && next.profile.sub !== lastUserId) {
    reloadForOtherUser()
    return
  }
  user = next
  if (next) {
    if (hasFreshIdToken(next)) cancelRenewal = scheduleTokenRenewal(next, () => void renewAhead())
    const { name, preferred_username, email, sub } = next.profile
    setStatus({ state: 'signedIn', userId: sub, name: name ?? preferred_username ?? email ?? sub, email })
  } else {
    setStatus({ state: 'signedOut', isDevelopment: settings?.development ?? false, reason })
  }
}

/**
 * Restores the session of an earlier visit, or completes a sign-in. Returns the URL path to open after a sign-in,
 * otherwise undefined.
 */
export async function restoreSessionOrCompleteSignIn(): Promise<string | undefined> {
  try {
    settings = await fetchSignInSettings()
  } catch {
    setStatus({ state: 'unreachable' })
    return undefined
  }
  if (!settings) {
    setStatus({ state: 'notConfigured' })
    return undefined
  }
  userManager = makeOidcUserManager(settings)
  userManager.events.addUserLoaded((loaded) => setUser(loaded))
  userManager.events.addUserSignedOut(() => setUser(null))
  window.addEventListener('storage', () => void userManager?.getUser().then(followOtherTab))
  if (window.location.pathname === signInCallbackPath) return completeSignIn(userManager)
  const stored = await userManager.getUser()
  if (!stored || hasFreshIdToken(stored)) setUser(stored)
  else await renewOrSignOut(stored)
  return undefined
}

/** Applies a sign-in or sign-out from another tab to this tab. */
function followOtherTab(stored: User | null): void {
  if (stored?.id_token !== user?.id_token) setUser(stored)
}

async function completeSignIn(manager: UserManager): Promise<string> {
  try {
    const signedIn = await manager.signinRedirectCallback()
    setUser(signedIn)
    return typeof signedIn.state === 'string' ? signedIn.state : '/'
  } catch {
    setUser(null, 'failed')
    return '/'
  }
}

/** Redirects the browser to the identity provider. After the sign-in, the user returns to the page that is open now. */
export async function redirectToSignIn(): Promise<void> {
  const { pathname, search, hash } = window.location
  try {
    await userManager?.signinRedirect({
      state: pathname === signInCallbackPath ? '/' : pathname + search + hash,
      /**
       * Without `prompt=consent`, identity providers ignore `offline_access` and send no refresh token (OpenID Connect
       * Core 1.0, section 11).
       */
      prompt: settings?.scope.split(' ').includes('offline_access') ? 'consent' : undefined,
    })
  } catch {
    setUser(null, 'failed')
  }
}

export async function signOut(): Promise<void> {
  const endpoint = await userManager?.metadataService.getEndSessionEndpoint().catch(() => undefined)
  if (endpoint) return userManager?.signoutRedirect()
  await userManager?.removeUser()
  setUser(null)
}

function renewOnce(rejectedToken?: string): Promise<SessionRenewalResult> {
  renewalInFlight ??= (
    userManager ? renewSession(userManager, rejectedToken) : Promise.resolve<SessionRenewalResult>('refused')
  ).finally(() => {
    renewalInFlight = undefined
  })
  return renewalInFlight
}

async function renewAhead(): Promise<void> {
  if (user) await renewOrSignOut(user)
}

/**
 * Renews an ID token. Returns whether there is a new token. Signs the user out if the renewal is refused and the old
 * token unusable.
 */
async function renewOrSignOut(current: User, rejectedToken?: string): Promise<boolean> {
  const isUsable = () => rejectedToken === undefined && hasUnexpiredIdToken(current)
  // After the identity provider has refused a renewal, requests use the old token until the token expires.
  if (unrenewableToken === current.id_token && isUsable()) return false
  const renewal = await renewOnce(rejectedToken)
  if (typeof renewal === 'object') {
    setUser(renewal)
    return user === renewal
  }
  if (renewal === 'refused') unrenewableToken = current.id_token
  if (renewal === 'unreachable' || isUsable()) {
    if (!user) setUser(current)
    return false
  }
  await userManager?.removeUser()
  setUser(null, 'expired')
  return false
}

/** Returns the user's ID token, or undefined if nobody is signed in. A token that expires soon is renewed first. */
export async function getIdToken(): Promise<string | undefined> {
  if (user && !hasFreshIdToken(user)) await renewOrSignOut(user)
  return user?.id_token
}

/**
 * Renews an ID token that the API has rejected. Signs the user out if the identity provider refuses the renewal.
 * Returns whether there is a new token.
 */
export const renewRejectedIdToken = async (): Promise<boolean> => user !== null && renewOrSignOut(user, user.id_token)
