import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet } from 'jose'
import { Provider } from 'oidc-provider'
import type { Config } from '../../config.ts'
import type { Provider as IdentityProvider } from '../verifier.ts'
import { keysIn } from './keys.ts'
import { demoPerson } from './person.ts'
import { makeStore } from './store.ts'

/** Where the provider lives below the service's own address. */
export const developmentPath = '/dev/oidc'

const clientId = 'coursewright-dashboard'
const workday = 12 * 60 * 60
const callbackPath = '/signed-in'

/** Where a request came to; what came before the service is in it where the service trusts it. */
const originOf = ({ protocol, host }: { protocol: string; host: string }) => `${protocol}://${host}`

/** An identity provider for a bare machine: OpenID Connect in this process, where one click signs in the demo person. */
export type DevelopmentProvider = Awaited<ReturnType<typeof makeDevelopmentProvider>>

export async function makeDevelopmentProvider(config: Config) {
  const origin = config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${config.port}`
  const issuer = origin + developmentPath
  const { signing, cookies } = await keysIn(config.dataDir)
  const { d: _private, ...verifying } = signing
  const hosts = ['localhost', '127.0.0.1', '[::1]', new URL(origin).hostname]

  const provider = new Provider(issuer, {
    adapter: makeStore(),
    jwks: { keys: [signing] },
    cookies: { keys: [cookies] },
    clients: [
      {
        client_id: clientId,
        redirect_uris: [origin + callbackPath],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub', 'plan'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: workday,
      AuthorizationCode: 60,
      Grant: workday,
      IdToken: config.developmentTokenSeconds,
      Interaction: 600,
      Session: workday,
    },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: demoPerson.name, email: demoPerson.email, plan: demoPerson.plan }),
    }),
    // The dashboard is ours: what it asks for is granted without a question.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    interactions: { url: (_ctx, { uid }) => `${developmentPath}/interaction/${uid}` },
    clientBasedCORS: (ctx, from) => from === originOf(ctx),
  })
  provider.proxy = config.trustProxy

  // The service is reached as localhost, by its number or through a forwarded port: back to where the request came from.
  const isHere = (uri: string) => {
    if (!URL.canParse(uri)) return false
    const { origin: to, hostname, pathname, search, hash } = new URL(uri)
    const here = Provider.ctx && to === originOf(Provider.ctx) && hosts.includes(hostname)
    return !!here && pathname === callbackPath && search === '' && hash === ''
  }
  provider.Client.prototype.redirectUriAllowed = isHere
  const answer = provider.callback()

  return {
    path: developmentPath,
    identity: {
      issuer,
      audience: clientId,
      keys: createLocalJWKSet({ keys: [verifying] }),
      knownAs: demoPerson.issuer,
    },
    /** Answers a request below `path`. */
    handle: async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      const originalUrl = req.url ?? ''
      Object.assign(req, { originalUrl, url: originalUrl.slice(developmentPath.length) })
      if (!req.url?.startsWith('/interaction/')) return void (await answer(req, res))
      await provider.interactionFinished(req, res, { login: { accountId: demoPerson.subject } })
    },
  } satisfies { identity: Omit<IdentityProvider, 'planClaim'> } & Record<string, unknown>
}
