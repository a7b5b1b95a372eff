import type { Exchange } from '../../http/exchange.ts'
import { makeLazyStaticAsset, sendStaticAsset } from '../../http/static-asset.ts'
import type { AccessTokenAuthenticator } from '../../identity/access-tokens.ts'
import type { Caller } from '../../identity/caller.ts'
import { allScopes, type Scope } from '../../identity/scopes.ts'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'
import { makeBaseUrlFinder } from './origin-guard.ts'

const metadataPath = '/.well-known/oauth-protected-resource'

/**
 * The URL paths of the OAuth metadata. The first path ends with `/mcp`, as RFC 9728, section 3.1, requires. The second
 * path is for clients that do not append `/mcp`.
 */
export const protectedResourceMetadataPaths = [`${metadataPath}/mcp`, metadataPath] as const

/** Returns the scopes of a caller and a missing scope. */
const listScopesOf = (caller: Caller, missing: unknown) =>
  allScopes.filter((scope) => scope === missing || (caller.kind !== 'anonymous' && caller.scopes.has(scope)))

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
     * Adds a `WWW-Authenticate` challenge to a 401 error, and to the refusal of an access token that lacks a scope. The
     * challenge contains the URL of the OAuth metadata (RFC 9728, section 5.1) and the scopes that a client should ask
     * for (RFC 6750, section 3). Returns other errors unchanged.
     * @param toolScopes the scopes that the tools of the request's URL need
     */
    withChallenge(exchange: Exchange, error: ApiError, toolScopes: readonly Scope[]): ApiError {
      const base = accessTokens && findBaseUrl(exchange)
      const { caller } = exchange
      const { code, status, message, details, headers } = error
      const missing = caller.kind === 'agent' && status === 403 ? details.scope : undefined
      if (base === undefined || (status !== 401 && missing === undefined)) return error
      const isRefused = caller.kind === 'anonymous' && caller.refusal !== undefined
      // A new token must also have the scopes of the old one.
      const scopes = missing === undefined ? toolScopes : listScopesOf(caller, missing)
      const parts = [
        `resource_metadata="${base}${protectedResourceMetadataPaths[0]}"`,
        `scope="${scopes.join(' ')}"`,
        ...(isRefused ? ['error="invalid_token"'] : []),
        ...(missing === undefined ? [] : ['error="insufficient_scope"']),
      ]
      const challenge = `Bearer ${parts.join(', ')}`
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
