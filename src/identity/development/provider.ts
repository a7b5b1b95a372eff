import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet } from 'jose'
import { type Client, Provider } from 'oidc-provider'
import type { Config } from '../../platform/config.ts'
import { allScopes } from '../scopes.ts'
import type { IdentityProviderSettings } from '../token-verifier.ts'
import { isAllowedAgentRedirectUri, makeOidcOptionsForAgents } from './agents.ts'
import { makeOidcMemoryStore } from './memory-store.ts'
import { loadOrCreateSigningKeys } from './signing-keys.ts'
import { demoUser } from './user.ts'

/** The URL path of the development identity provider. */
const developmentProviderPath = '/dev/oidc'

const clientId = 'coursewright-dashboard'
const workdaySeconds = 12 * 60 * 60
const callbackPath = '/signed-in'

/**
 * The URL paths of the metadata. Clients request `path` (RFC 8414, section 3.1), but `oidc-provider` serves only
 * `ownPath`.
 */
const metadataPaths = ['oauth-authorization-server', 'openid-configuration'].map((name) => ({
  path: `/.well-known/${name}${developmentProviderPath}`,
  ownPath: `${developmentProviderPath}/.well-known/${name}`,
}))

const knownScopes = ['openid', 'profile', 'email', 'offline_access', ...allScopes]

/**
 * Returns the origin that the client uses to reach the service. Behind a trusted proxy, `protocol` and `host` come from
 * the `X-Forwarded-*` headers.
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
  const { signing, cookies } = await loadOrCreateSigningKeys(config.dataDir)
  const { d: _private, ...verifying } = signing
  const hosts = ['localhost', '127.0.0.1', '[::1]', new URL(origin).hostname]

  const { registration, resourceIndicators, extraTokenClaims } = makeOidcOptionsForAgents({
    hosts,
    audience: config.mcpAudience,
    accessTokenSeconds: workdaySeconds,
    dashboardClientId: clientId,
  })

  const provider = new Provider(issuer, {
    adapter: makeOidcMemoryStore(),
    jwks: { keys: [signing] },
    cookies: { keys: [cookies] },
    clients: [
      {
        client_id: clientId,
        application_type: 'web',
        redirect_uris: [origin + callbackPath],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    responseTypes: ['code'],
    clientDefaults: { application_type: 'native', id_token_signed_response_alg: 'ES256' },
    pkce: { required: () => true },
    // Agents name the scopes of /mcp when they register, so the provider must know them.
    scopes: knownScopes,
    claims: { openid: ['sub', 'plan'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      registration,
      resourceIndicators,
    },
    extraTokenClaims,
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
    // Scopes are granted without a consent page, because every client runs on this machine.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope(knownScopes.join(' '))
      for (const [resource, { scope }] of Object.entries(oidc.resourceServers ?? {}))
        grant.addResourceScope(resource, scope)
      await grant.save()
      return grant
    },
    interactions: { url: (_ctx, { uid }) => `${developmentProviderPath}/interaction/${uid}` },
    clientBasedCORS: (ctx, from) => from === requestOrigin(ctx),
  })
  provider.proxy = config.trustProxy

  /**
   * Returns whether `uri` is the dashboard's callback URL at the origin of the current request. The dashboard may be
   * open at several origins, such as localhost, an IP address or a forwarded port.
   */
  const isOwnCallback = (uri: string) => {
    if (!URL.canParse(uri)) return false
    const { origin: to, hostname, pathname, search, hash } = new URL(uri)
    const here = Provider.ctx && to === requestOrigin(Provider.ctx) && hosts.includes(hostname)
    return !!here && pathname === callbackPath && search === '' && hash === ''
  }
  function mayRedirect(this: Client, uri: string): boolean {
    return this.clientId === clientId ? isOwnCallback(uri) : isAllowedAgentRedirectUri(this, uri)
  }
  provider.Client.prototype.redirectUriAllowed = mayRedirect
  const handleOidc = provider.callback()

  return {
    path: developmentProviderPath,
    identity: {
      issuer,
      audience: clientId,
      keys: createLocalJWKSet({ keys: [verifying] }),
      storedIssuer: demoUser.issuer,
    },
    /** Returns whether the requests for a URL path belong to this provider. */
    serves: (path: string) =>
      path.startsWith(`${developmentProviderPath}/`) || metadataPaths.some((one) => one.path === path),
    /** Answers a request of the OpenID Connect protocol. */
    handle: async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      const asked = req.url ?? ''
      const originalUrl = metadataPaths.find(({ path }) => path === asked)?.ownPath ?? asked
      Object.assign(req, { originalUrl, url: originalUrl.slice(developmentProviderPath.length) })
      if (!req.url?.startsWith('/interaction/')) return void (await handleOidc(req, res))
      // The scope `offline_access` requires the user's consent. The sign-in counts as this consent.
      await provider.interactionFinished(req, res, { login: { accountId: demoUser.subject }, consent: {} })
    },
  } satisfies { identity: Omit<IdentityProviderSettings, 'planClaim' | 'maxAgeSeconds'> } & Record<string, unknown>
}
