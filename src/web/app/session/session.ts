import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { atRenewal, isFresh, isValid, type Renewal, renewSession } from './renewal.ts'
import { readSettings, type SignInSettings } from './settings.ts'

/**
 * Who uses the dashboard. `starting` until the service has said how to sign in; `closed` where it names no identity
 * provider; `out` with the reason where one is worth a sentence.
 */
export type Session =
  | { state: 'starting' }
  | { state: 'unreachable' }
  | { state: 'closed' }
  | { state: 'out'; development: boolean; reason?: 'ended' | 'failed' }
  | { state: 'in'; name: string; email: string | undefined }

export const callbackPath = '/signed-in'

let session: Session = { state: 'starting' }
let settings: SignInSettings | null = null
let manager: UserManager | undefined
let user: User | null = null
let renewing: Promise<Renewal> | undefined
let stopWaiting = () => {}
let hopeless: string | undefined
const listeners = new Set<() => void>()

function become(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export const currentSession = () => session

export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function settle(found: User | null, reason?: 'ended' | 'failed'): void {
  user = found
  stopWaiting()
  if (found) {
    if (isFresh(found)) stopWaiting = atRenewal(found, () => void renewAhead())
    const { name, preferred_username, email, sub } = found.profile
    become({ state: 'in', name: name ?? preferred_username ?? email ?? sub, email })
  } else {
    become({ state: 'out', development: settings?.development ?? false, reason })
  }
}

function makeManager({ issuer, clientId, metadataUrl, scope }: SignInSettings): UserManager {
  const redirect = window.location.origin + callbackPath
  return new UserManager({
    authority: issuer,
    client_id: clientId,
    metadataUrl: new URL(metadataUrl, window.location.origin).href,
    redirect_uri: redirect,
    silent_redirect_uri: redirect,
    post_logout_redirect_uri: `${window.location.origin}/`,
    scope,
    response_type: 'code',
    loadUserInfo: false,
    // What the service looks at is the ID token, which ends sooner or later than the access token.
    automaticSilentRenew: false,
    // One sign-in for all tabs, as long as the provider's session lasts.
    userStore: new WebStorageStateStore({ store: window.localStorage }),
  })
}

/** In the hidden frame that renews a session: hands the provider's answer to the page around it. */
export async function answerFrame(): Promise<void> {
  settings = await readSettings()
  if (settings) await makeManager(settings).signinCallback()
}

/** Finds out how to sign in, and who is signed in already. Gives the address to go to after signing in, if just done. */
export async function startSession(): Promise<string | undefined> {
  try {
    settings = await readSettings()
  } catch {
    become({ state: 'unreachable' })
    return undefined
  }
  if (!settings) {
    become({ state: 'closed' })
    return undefined
  }
  manager = makeManager(settings)
  manager.events.addUserLoaded((loaded) => settle(loaded))
  manager.events.addUserSignedOut(() => settle(null))
  window.addEventListener('storage', () => void manager?.getUser().then(follow))
  if (window.location.pathname === callbackPath) return finishSignIn(manager)
  const found = await manager.getUser()
  if (!found || isFresh(found)) settle(found)
  else await renewOrEnd(found)
  return undefined
}

/** What another tab did. What this one shows of somebody else must go. */
function follow(found: User | null): void {
  if (user && found && user.profile.sub !== found.profile.sub) window.location.reload()
  else if (found?.id_token !== user?.id_token) settle(found)
}

async function finishSignIn(to: UserManager): Promise<string> {
  try {
    const found = await to.signinRedirectCallback()
    settle(found)
    return typeof found.state === 'string' ? found.state : '/'
  } catch {
    settle(null, 'failed')
    return '/'
  }
}

/** Off to the identity provider; comes back to the address that is open now. */
export async function signIn(): Promise<void> {
  const { pathname, search, hash } = window.location
  try {
    await manager?.signinRedirect({ state: pathname === callbackPath ? '/' : pathname + search + hash })
  } catch {
    settle(null, 'failed')
  }
}

export async function signOut(): Promise<void> {
  const ends = await manager?.metadataService.getEndSessionEndpoint().catch(() => undefined)
  if (ends) return manager?.signoutRedirect()
  await manager?.removeUser()
  settle(null)
}

function renew(refused?: string): Promise<Renewal> {
  renewing ??= (manager ? renewSession(manager, refused) : Promise.resolve<Renewal>('refused')).finally(() => {
    renewing = undefined
  })
  return renewing
}

/** Renews before the token ends. What does not work now is told when the token is needed and has ended. */
async function renewAhead(): Promise<void> {
  if (user) await renewOrEnd(user)
}

/** Renews a session whose token is about to end, or has. While nobody can be asked it stays: no page is lost to that. */
async function renewOrEnd(of: User, refused?: string): Promise<boolean> {
  const stillGood = () => refused === undefined && isValid(of)
  // A provider that has refused once is not asked again with each request of the last half minute.
  if (hopeless === of.id_token && stillGood()) return false
  const renewal = await renew(refused)
  if (typeof renewal === 'object') {
    settle(renewal)
    return true
  }
  if (renewal === 'refused') hopeless = of.id_token
  if (renewal === 'away' || stillGood()) {
    if (!user) settle(of)
    return false
  }
  await manager?.removeUser()
  settle(null, 'ended')
  return false
}

/** The ID token to send; undefined where nobody is signed in any more. */
export async function token(): Promise<string | undefined> {
  if (user && !isFresh(user)) await renewOrEnd(user)
  return user?.id_token
}

/** The service refused the token: asks the provider once more, and signs out where it refuses, too. */
export const tokenRefused = async (): Promise<boolean> => user !== null && renewOrEnd(user, user.id_token)
