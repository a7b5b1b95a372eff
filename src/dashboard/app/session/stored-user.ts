/** The keys under which oidc-client-ts stores users in localStorage begin with this. */
const keyPrefix = 'oidc.user:'

/** Returns the ID token that an earlier visit has stored, before oidc-client-ts is loaded. */
export function readStoredIdToken(): string | undefined {
  const key = Object.keys(localStorage).find((name) => name.startsWith(keyPrefix))
  if (key === undefined) return undefined
  const { id_token, profile } = JSON.parse(localStorage.getItem(key)!) as { id_token: string; profile: { exp: number } }
  return profile.exp * 1000 > Date.now() ? id_token : undefined
}
