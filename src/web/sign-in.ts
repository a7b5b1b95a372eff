import type { Config } from '../config.ts'
import type { Reach } from './policy.ts'

/** Where people sign in: the configured provider, or the development one. */
export type SignIn = { issuer: string; audience: string; development: boolean }

/** What the dashboard must know before it can ask for anything; `signIn` is null where no provider is configured. */
export function pageSettings(signIn: SignIn | undefined, { oidcScope }: Config, developmentPath: string) {
  if (!signIn) return { signIn: null }
  const { issuer, audience: clientId, development } = signIn
  const base = development ? developmentPath : issuer.replace(/\/$/, '')
  const metadataUrl = `${base}/.well-known/openid-configuration`
  return { signIn: { issuer, clientId, metadataUrl, scope: oidcScope, development } }
}

const originOf = (value: unknown) => (typeof value === 'string' && URL.canParse(value) ? [new URL(value).origin] : [])

/** The origins that signing in needs: the provider's own, and those that its discovery document names. */
export async function reachOf({ issuer, development }: SignIn): Promise<Reach> {
  if (development) return { connect: [], frame: [] }
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
  const found = (await response.json()) as Record<string, unknown>
  const origins = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'].flatMap((name) => originOf(found[name]))
  return {
    connect: [...new Set([new URL(issuer).origin, ...origins])],
    frame: originOf(found.authorization_endpoint),
  }
}
