import { sendGraphqlError } from '../api/graphql/send-error.ts'
import { type makeOAuthProtectedResource, protectedResourceMetadataPaths } from '../api/mcp/protected-resource.ts'
import { makeOpenapiEndpoints } from '../api/rest/openapi/endpoints.ts'
import { makeAssetEndpoints } from '../assets/endpoint.ts'
import { isHtmlPageRequest, type makeDashboardHttpHandlers } from '../dashboard/pages.ts'
import { type Endpoint, removeTrailingSlash, setCommonFileResponseHeaders } from '../http/exchange.ts'
import { sendLiveness } from '../http/health/health.ts'
import { assertLoopbackClient } from '../http/pipeline/loopback-only.ts'
import { answerServerOptions, makeReadOnlyHandler } from '../http/read-methods.ts'
import { makeSingleRouteEndpoint } from '../http/single-route-endpoint.ts'
import type { DevelopmentProvider } from '../identity/development/provider.ts'
import type { OperationCatalogue } from '../operations/catalogue.ts'
import type { RestRoute } from '../operations/operation.ts'
import type { OperationRateLimiter } from '../operations/operation-rate-limiter.ts'
import type { WorkspaceLimiters } from '../operations/workspace-limiters.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { ApiError } from '../platform/errors.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { makeReaderEndpoints } from '../reader/handler.ts'
import { makeWellKnownEndpoints } from './well-known-files.ts'

type Handle = Endpoint['handle']

type Dependencies = {
  config: Config
  db: Database
  fileStore: FileStore
  limiters: WorkspaceLimiters
  operationRateLimiter: OperationRateLimiter
  development: DevelopmentProvider | undefined
  dashboard: ReturnType<typeof makeDashboardHttpHandlers>
  reference: Handle
  graphql: Handle
  rest: Handle
  mcp: Endpoint
  catalogue: OperationCatalogue
  protectedResource: ReturnType<typeof makeOAuthProtectedResource>
  sendReadiness: Handle
  sendMetrics: Handle
}

/**
 * Returns the beginnings of the REST paths whose operations all require a signed-in person, without parameters: such as
 * `/api/v1/api-keys`.
 */
function listPathsOfPeople({ operations }: OperationCatalogue): string[] {
  const startOf = ({ path }: RestRoute) => `/api/v1/${path.split('/', 2)[1]}`
  const byStart = Map.groupBy(
    operations.filter(({ rest }) => rest),
    ({ rest }) => startOf(rest!),
  )
  return [...byStart].filter(([, all]) => all.every(({ access }) => access === 'person')).map(([start]) => start)
}

/** Returns a function that finds the endpoint for a URL path. A path without an endpoint gets the 404 endpoint. */
export function makeEndpointFinder({
  config,
  db,
  fileStore,
  limiters,
  operationRateLimiter,
  development,
  dashboard,
  reference,
  graphql,
  rest,
  mcp,
  catalogue,
  protectedResource,
  sendReadiness,
  sendMetrics,
}: Dependencies): (path: string) => Endpoint {
  const graphqlEndpoint: Endpoint = {
    isAuthenticatedAndCounted: true,
    handle: (exchange) => {
      exchange.route = '/graphql'
      if (isHtmlPageRequest(exchange)) return dashboard.graphiql(exchange)
      return graphql(exchange)
    },
    sendError: sendGraphqlError,
  }
  const restEndpoint: Endpoint = { isAuthenticatedAndCounted: true, handle: rest }
  const signedInEndpoint: Endpoint = { ...restEndpoint, takesIdTokensOnly: true }
  const signedInPaths = listPathsOfPeople(catalogue)
  const deliveryEndpoint: Endpoint = { ...restEndpoint, anonymousRateLimit: 'delivery' }
  const notFoundEndpoint: Endpoint = {
    isAuthenticatedAndCounted: true,
    handle: (exchange) => {
      if (isHtmlPageRequest(exchange)) return dashboard.page(exchange)
      throw new ApiError('not_found', 'There is nothing at this address.')
    },
  }
  const makeHealthEndpoint = (route: string, handle: Handle) =>
    makeSingleRouteEndpoint(route, makeReadOnlyHandler(handle), { isNeverShed: true, isServedOverPlainHttp: true })
  const signInEndpoint = makeSingleRouteEndpoint('sign-in', (exchange) => {
    assertLoopbackClient(exchange)
    return development?.handle(exchange.req, setCommonFileResponseHeaders(exchange))
  })
  const endpoints = new Map<string, Endpoint>([
    // The target of a request about the whole server (RFC 9110, section 9.3.7).
    ['*', makeSingleRouteEndpoint('*', answerServerOptions, { isAuthenticatedAndCounted: true })],
    ['/graphql', graphqlEndpoint],
    ['/mcp', mcp],
    ...protectedResourceMetadataPaths.map(
      (path) => [path, makeSingleRouteEndpoint(path, protectedResource.sendMetadata)] as const,
    ),
    ...makeWellKnownEndpoints(config),
    ...makeOpenapiEndpoints(catalogue, config.publicUrl),
    ['/health/live', makeHealthEndpoint('/health/live', sendLiveness)],
    ['/health/ready', makeHealthEndpoint('/health/ready', sendReadiness)],
    ['/metrics', makeHealthEndpoint('/metrics', sendMetrics)],
  ])
  const docs = makeSingleRouteEndpoint('/docs', reference)
  const assetEndpointOf = makeAssetEndpoints(db.sql, fileStore, operationRateLimiter)
  const reader = makeReaderEndpoints(db.sql, limiters, operationRateLimiter, config)
  return (path) => {
    const named = endpoints.get(removeTrailingSlash(path))
    if (named) return named
    if (path.startsWith('/api/v1/delivery/')) return deliveryEndpoint
    if (path.startsWith('/api/')) {
      const isOfPeople = signedInPaths.some((start) => path === start || path.startsWith(`${start}/`))
      return isOfPeople ? signedInEndpoint : restEndpoint
    }
    if (path === '/docs' || path.startsWith('/docs/')) return docs
    if (development?.serves(path)) return signInEndpoint
    return assetEndpointOf(path) ?? reader.endpointOf(path) ?? dashboard.endpointOf(path) ?? notFoundEndpoint
  }
}
