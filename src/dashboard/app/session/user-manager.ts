import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { fetchSignInSettings, type SignInSettings } from './sign-in-settings.ts'

/** The URL path to which the identity provider redirects the browser after a sign-in. */
export const signInCallbackPath = '/signed-in'

export function makeOidcUserManager({ issuer, clientId, metadataUrl, scope }: SignInSettings): UserManager {
  const redirectUri = window.location.origin + signInCallbackPath
  return new UserManager({
    authority: issuer,
    client_id: clientId,
    metadataUrl: new URL(metadataUrl, window.location.origin).href,
    redirect_uri: redirectUri,
    silent_redirect_uri: redirectUri,
    post_logout_redirect_uri: `${window.location.origin}/`,
    scope,
    response_type: 'code',
    loadUserInfo: false,
    // The API checks the ID token, so `renewal.ts` renews the session before the ID token expires.
    // oidc-client-ts would follow the access token, which can expire later.
    automaticSilentRenew: false,
    // All tabs of the dashboard share one sign-in, because it is stored in localStorage.
    userStore: new WebStorageStateStore({ store: window.localStorage }),
  })
}

/**
 * Runs in the hidden frame in which a session is renewed. Passes the identity provider's response to the page that
 * contains the frame.
 */
export async function completeSilentSessionRenewal(): Promise<void> {
  const settings = await fetchSignInSettings()
  if (settings) await makeOidcUserManager(settings).signinCallback()
}
