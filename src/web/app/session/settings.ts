/** How people sign in here, as the service tells it. */
export type SignInSettings = {
  issuer: string
  clientId: string
  metadataUrl: string
  scope: string
  development: boolean
}

/** The service's answer at `/dashboard.json`. @throws TypeError where it cannot be reached */
export async function readSettings(): Promise<SignInSettings | null> {
  const response = await fetch('/dashboard.json')
  if (!response.ok) throw new TypeError(`The service answered ${response.status}.`)
  const { signIn } = (await response.json()) as { signIn: SignInSettings | null }
  return signIn
}
