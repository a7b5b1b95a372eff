import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet } from 'jose'
import { Provider } from 'oidc-provider'
import type { Config } from '../../platform/config.ts'
import type { IdentityProvider } from '../id-token-verifier.ts'
import { makeOidcMemoryStore } from './memory-store.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { demoUser } from './user.ts'

/** The URL path of the development provider. */
const developmentProviderPath = '/dev/oidc'

const clientId = 'coursewright-dashboard'
const workdaySeconds = 12 * 60 * 60
const callbackPath = '/signed-in'

/**
 * Returns the origin of the requested URL. Behind a trusted proxy, the origin comes from the `X-Forwarded-*` headers.
 */
const requestOrigin = ({ protocol, host }: { protocol: string; host: string }) => `${protocol}://${host}`

/**
 * The OpenID Connect provider for development, which runs inside this process. The provider signs in a demo user
 * without a password.
 */
export type DevelopmentProvider = Awaited<ReturnType<typeof makeDevelopmentProvider>>

export async function makeDevelopmentProvider(config: Config) {
  const origin = config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${config.port}`
  const issuer = origin + developmentProviderPath
  const { signing, cookies } = await loadSigningKeys(config.dataDir)
  const { d: _private, ...verifying } = signing
  const hosts = ['localhost', '127.0.0.1', '[::1]', new URL(origin).hostname]

  const provider = new Provider(issuer, {
    adapter: makeOidcMemoryStore(),
    jwks: { keys: [signing] },
    cookies: { keys: [cookies] },
    clients: [
      {
        client_id: clientId,
        redirect_uris: [origin + callbackPath],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub', 'plan'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: workdaySeconds,
      AuthorizationCode: 60,
      Grant: workdaySeconds,
      IdToken: config.developmentTokenSeconds,
      Interaction: 600,
      RefreshToken: workdaySeconds,
      Session: workdaySeconds,
    },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: demoUser.name, email: demoUser.email, plan: demoUser.plan }),
    }),
    // Scopes are granted without a consent page, because our dashboard is the only client.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid profile email offline_access')
      await grant.save()
      return grant
    },
    interactions: { url: (_ctx, { uid }) => `${developmentProviderPath}/interaction/${uid}` },
    clientBasedCORS: (ctx, from) => from === requestOrigin(ctx),
  })
  provider.proxy = config.trustProxy

  /**
   * Sign-in may redirect only to the origin of the request, which may be localhost, an IP address or a forwarded port.
   */
  const isOwnCallback = (uri: string) => {
    if (!URL.canParse(uri)) return false
    const { origin: to, hostname, pathname, search, hash } = new URL(uri)
    const here = Provider.ctx && to === requestOrigin(Provider.ctx) && hosts.includes(hostname)
    return !!here && pathname === callbackPath && search === '' && hash === ''
  }
  provider.Client.prototype.redirectUriAllowed = isOwnCallback
  const handleOidc = provider.callback()

  return {
    path: developmentProviderPath,
    identity: {
      issuer,
      audience: clientId,
      keys: createLocalJWKSet({ keys: [verifying] }),
      storedIssuer: demoUser.issuer,
    },
    /** Answers a request of the OpenID Connect protocol, whose URL path starts with `path`. */
    handle: async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      const originalUrl = req.url ?? ''
      Object.assign(req, { originalUrl, url: originalUrl.slice(developmentProviderPath.length) })
      if (!req.url?.startsWith('/interaction/')) return void (await handleOidc(req, res))
      // The scope `offline_access` requires consent, so consent is given together with the sign-in.
      await provider.interactionFinished(req, res, { login: { accountId: demoUser.subject }, consent: {} })
    },
  } satisfies { identity: Omit<IdentityProvider, 'planClaim' | 'maxAgeSeconds'> } & Record<string, unknown>
}
