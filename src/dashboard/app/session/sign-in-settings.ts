/** The settings for signing in at the identity provider. */
export type SignInSettings = {
  issuer: string
  clientId: string
  metadataUrl: string
  scope: string
  /** Whether the service uses its built-in identity provider, which is only for development. */
  development: boolean
}

/**
 * Fetches the sign-in settings. Returns null if the service has no identity provider.
 * @throws TypeError if the service is unreachable or returns an error status
 */
export async function fetchSignInSettings(): Promise<SignInSettings | null> {
  const response = await fetch('/dashboard.json')
  if (!response.ok) throw new TypeError(`The service answered with status ${response.status}.`)
  const { signIn } = (await response.json()) as { signIn: SignInSettings | null }
  return signIn
}
