import type { Exchange } from '../../http/exchange.ts'
import { makeLazyStaticAsset, sendStaticAsset } from '../../http/static-asset.ts'
import type { AccessTokenAuthenticator } from '../../identity/access-tokens.ts'
import { allScopes } from '../../identity/scopes.ts'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'
import { makeBaseUrlFinder } from './origin-guard.ts'

const metadataPath = '/.well-known/oauth-protected-resource'

/**
 * The URL paths of the OAuth metadata. The first path ends with `/mcp`, as RFC 9728, section 3.1, requires. The second
 * path is for clients that do not append `/mcp`.
 */
export const protectedResourceMetadataPaths = [`${metadataPath}/mcp`, metadataPath] as const

/**
 * The MCP server as a protected resource of OAuth 2.0. The identity provider issues the access tokens for the MCP
 * server.
 */
export type OAuthProtectedResource = ReturnType<typeof makeOAuthProtectedResource>

/**
 * Makes the functions with which the MCP server acts as a protected resource of OAuth 2.0. Without an identity
 * provider, the MCP server takes no access tokens.
 */
export function makeOAuthProtectedResource(config: Config, accessTokens: AccessTokenAuthenticator | undefined) {
  const findBaseUrl = makeBaseUrlFinder(config)

  return {
    /**
     * Returns the authenticator of access tokens for the configured audience. The default audience is the URL of the
     * MCP server.
     */
    accessTokens(exchange: Exchange) {
      const base = findBaseUrl(exchange)
      return base === undefined ? undefined : accessTokens?.forAudience(config.mcpAudience ?? `${base}/mcp`)
    },
    /**
     * Adds a `WWW-Authenticate` challenge to a 401 error. The challenge contains the URL of the OAuth metadata (RFC
     * 9728, section 5.1). Returns other errors unchanged.
     */
    withChallenge(exchange: Exchange, error: ApiError): ApiError {
      const base = accessTokens && findBaseUrl(exchange)
      if (error.status !== 401 || base === undefined) return error
      const { caller } = exchange
      const isRefused = caller.kind === 'anonymous' && caller.refusal !== undefined
      const challenge = `Bearer resource_metadata="${base}${protectedResourceMetadataPaths[0]}"${isRefused ? ', error="invalid_token"' : ''}`
      const { code, message, details, headers } = error
      return new ApiError(code, message, { details, headers: { ...headers, 'WWW-Authenticate': challenge } })
    },
    /**
     * Sends the OAuth metadata, which names the issuer of access tokens (RFC 9728, section 3.2).
     * @throws ApiError 404 if this address takes no access tokens
     */
    sendMetadata(exchange: Exchange): void {
      const base = accessTokens && findBaseUrl(exchange)
      if (base === undefined) throw new ApiError('not_found', 'No access tokens are taken at this address.')
      const metadata = {
        resource: `${base}/mcp`,
        authorization_servers: [accessTokens!.issuer],
        scopes_supported: allScopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Coursewright',
      }
      sendStaticAsset(
        exchange,
        makeLazyStaticAsset('application/json; charset=utf-8', () => JSON.stringify(metadata)),
      )
    },
  }
}
