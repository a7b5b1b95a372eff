import { fetchDiscoveryDocument } from '../identity/provider-request.ts'
import type { Config } from '../platform/config.ts'
import type { IdentityProviderOrigins } from './content-security-policy.ts'

/** The identity provider at which users sign in: an external provider, or the built-in provider for development. */
export type SignInIdentityProvider = { issuer: string; audience: string; development: boolean }

/**
 * Returns the sign-in settings that the dashboard fetches when it starts. Without an identity provider, `signIn` is
 * null.
 */
export function makeSignInSettings(
  provider: SignInIdentityProvider | undefined,
  { oidcScope }: Config,
  developmentPath: string,
) {
  if (!provider) return { signIn: null }
  const { issuer, audience: clientId, development } = provider
  const base = development ? developmentPath : issuer.replace(/\/$/, '')
  const metadataUrl = `${base}/.well-known/openid-configuration`
  return { signIn: { issuer, clientId, metadataUrl, scope: oidcScope, development } }
}

const originOf = (value: unknown) => (typeof value === 'string' && URL.canParse(value) ? [new URL(value).origin] : [])

/**
 * Fetches the identity provider's discovery document. Returns the origins to which a page must have access during a
 * sign-in.
 */
async function fetchIdentityProviderOrigins({
  issuer,
  development,
}: SignInIdentityProvider): Promise<IdentityProviderOrigins> {
  if (development) return { connect: [], frame: [] }
  const metadata = await fetchDiscoveryDocument(issuer)
  const origins = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'].flatMap((name) => originOf(metadata[name]))
  return {
    connect: [...new Set([new URL(issuer).origin, ...origins])],
    frame: originOf(metadata.authorization_endpoint),
  }
}

/**
 * Makes a function that fetches the identity provider's origins once. If the fetch fails, the returned function returns
 * the issuer's origin, and its next call fetches the origins again.
 */
export function makeIdentityProviderOriginFinder(signIn: SignInIdentityProvider | undefined) {
  let origins: Promise<IdentityProviderOrigins> | undefined
  return async (): Promise<IdentityProviderOrigins> => {
    if (!signIn) return { connect: [], frame: [] }
    origins ??= fetchIdentityProviderOrigins(signIn).catch(() => {
      origins = undefined
      const { origin } = new URL(signIn.issuer)
      return { connect: [origin], frame: [origin] }
    })
    return origins
  }
}
