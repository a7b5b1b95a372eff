import { fetchDiscovery } from '../identity/provider-request.ts'
import type { Config } from '../platform/config.ts'
import type { AllowedOrigins } from './content-security-policy.ts'

/** The identity provider at which users sign in: a configured provider, or the built-in provider for development. */
export type SignInProvider = { issuer: string; audience: string; development: boolean }

/**
 * Returns the settings that the dashboard fetches when it starts. If there is no identity provider, `signIn` is null.
 */
export function makeSignInSettings(
  provider: SignInProvider | undefined,
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
 * Returns the origins that the sign-in uses: the origin of the issuer, and the origins of the endpoints in the issuer's
 * discovery document.
 */
export async function fetchAllowedOrigins({ issuer, development }: SignInProvider): Promise<AllowedOrigins> {
  if (development) return { connect: [], frame: [] }
  const metadata = await fetchDiscovery(issuer)
  const origins = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'].flatMap((name) => originOf(metadata[name]))
  return {
    connect: [...new Set([new URL(issuer).origin, ...origins])],
    frame: originOf(metadata.authorization_endpoint),
  }
}
