import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { allScopes } from '../scopes.ts'
import { demoUser } from './user.ts'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns whether a redirect URI leads to a program on this machine. Such a URI has a loopback address or a private URI
 * scheme.
 */
const leadsToThisMachine = ({ protocol, hostname }: URL) =>
  (protocol !== 'http:' && protocol !== 'https:') || loopbackHosts.includes(hostname)

/** Returns the URI without the port, because a program may listen on any port (RFC 8252, section 7.3). */
const withoutPort = (url: URL) => Object.assign(new URL(url), { port: '' }).href

/**
 * Returns whether sign-in may redirect an agent to `uri`. Sign-in needs no password, so `uri` must lead to a program on
 * this machine.
 */
export function isAllowedAgentRedirectUri({ redirectUris = [] }: Client, uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const to = new URL(uri)
  return leadsToThisMachine(to) && redirectUris.some((one) => withoutPort(new URL(one)) === withoutPort(to))
}

type AgentOptions = {
  /** The host names of this service. */
  hosts: readonly string[]
  /** The audience of access tokens. By default, the audience is the requested resource. */
  audience: string | undefined
  accessTokenSeconds: number
  /** The client id of the dashboard. The dashboard is not an agent, and gets no access tokens for `/mcp`. */
  dashboardClientId: string
}

/** Returns the options that let agents get access tokens for `/mcp` from the development identity provider. */
export function makeOidcOptionsForAgents({ hosts, audience, accessTokenSeconds, dashboardClientId }: AgentOptions) {
  const isOurs = (resource: string) => {
    const { hostname, pathname, search } = new URL(resource)
    return hosts.includes(hostname) && pathname.endsWith('/mcp') && search === ''
  }
  return {
    /**
     * Agents register themselves (RFC 7591). The memory store keeps a limited number of agents, and loses all agents at
     * a restart.
     */
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: ({ protocol, host }: KoaContextWithOIDC, client?: Client) =>
        client?.clientId === dashboardClientId ? undefined : `${protocol}://${host}/mcp`,
      useGrantedResource: () => true,
      getResourceServerInfo: ({ hostname }: KoaContextWithOIDC, resource: string): ResourceServer => {
        // Without the check of `hostname`, a web page could send requests to this provider (DNS rebinding).
        if (!hosts.includes(hostname) || !isOurs(resource))
          throw new errors.InvalidTarget('The resource must be the address of /mcp.')
        return {
          scope: allScopes.join(' '),
          audience: audience ?? resource,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }
      },
    },
    /**
     * The claims about the demo user in access tokens. The service creates the user from these claims if nobody has
     * signed in yet.
     */
    extraTokenClaims: () => ({ name: demoUser.name, email: demoUser.email, plan: demoUser.plan }),
  } as const
}
