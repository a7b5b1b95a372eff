import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { findAcceptedEncodings } from '../http/compression.ts'
import { type Exchange, setCommonFileResponseHeaders } from '../http/exchange.ts'
import { onResponseSentOrAborted } from '../http/on-finished.ts'
import { isGetOrHead, makeReadOnlyHandler } from '../http/read-methods.ts'
import { sendHttpResponse, sendJsonText } from '../http/send.ts'
import { makeSingleRouteEndpoint } from '../http/single-route-endpoint.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import {
  type IdentityProviderOrigins,
  makeDashboardCsp,
  makeGraphiqlCsp,
  pageSecurityHeaders,
} from './content-security-policy.ts'
import { findFileOrigins } from './file-origins.ts'
import { makeIdentityProviderOriginFinder, makeSignInSettings, type SignInIdentityProvider } from './sign-in.ts'

const buildFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

const settingsPath = '/dashboard.json'

/** Matches the URL path of each dashboard page. `app/shell/pages.ts` must contain the same paths. */
const clientRoutes = /^\/($|courses(\/|$)|connect$|graphql\/?$|settings(\/|$)|signed-in$|trash$|usage$|files$)/
const fileNames = /^\/((assets|graphiql)\/[\w.-]+|[a-z-]+\.(js|svg|png|ico|webmanifest))$/
const notBuiltMessage = 'The dashboard is not built. Run `npm run build`, or `npm start`, which builds it.\n'
const notFound = new ApiError('not_found', 'There is nothing at this address.')

const noJson = new ApiError('not_found', 'This address is a page of the dashboard. The REST API is below /api/v1.')

const supportedEncodings = ['br', 'gzip', 'identity'] as const

/**
 * Returns whether a request is a GET or HEAD request whose `Accept` header contains `text/html`. The server answers
 * such a request with an HTML page instead of JSON.
 */
export const isHtmlPageRequest = (exchange: Exchange) =>
  isGetOrHead(exchange) && !!exchange.req.headers.accept?.includes('text/html')

/** Returns whether a request asks for JSON and not for HTML. The wildcard asks for HTML. */
const isJsonRequest = ({ req: { headers } }: Exchange) =>
  /application\/(?:[\w.-]+\+)?json/i.test(headers.accept ?? '') && !headers.accept!.includes('text/html')

/**
 * Returns the HTTP handlers of the dashboard. The handlers send the built files, the HTML pages and the sign-in
 * settings.
 */
export function makeDashboardHttpHandlers(
  config: Config,
  signIn: SignInIdentityProvider | undefined,
  developmentPath: string,
) {
  const files = sirv(buildFolder, {
    // By default, sirv lists the files when the server starts. With `dev`, sirv looks for a file at each request.
    // With `dev`, the dashboard can be built while the server runs.
    dev: !existsSync(buildFolder),
    immutable: true,
    maxAge: 31_536_000,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (res, pathname) => {
      if (!pathname.startsWith('/assets/')) res.setHeader('Cache-Control', 'no-cache')
    },
  })
  const settings = JSON.stringify(makeSignInSettings(signIn, config, developmentPath))
  const findOrigins = makeIdentityProviderOriginFinder(signIn)
  const fileOrigins = findFileOrigins(config)

  async function sendPage(
    exchange: Exchange,
    name: string,
    policy: (origins: IdentityProviderOrigins, nonce: string) => string,
  ) {
    const { path } = exchange
    Object.assign(exchange.headers, pageSecurityHeaders)
    const html = await readFile(join(buildFolder, name), 'utf8').catch(() => undefined)
    if (html === undefined) return sendHttpResponse(exchange, 503, 'text/plain; charset=utf-8', notBuiltMessage)
    const nonce = randomBytes(16).toString('base64')
    const headers = { 'Content-Security-Policy': policy(await findOrigins(), nonce), 'Cache-Control': 'no-cache' }
    const status = clientRoutes.test(path) ? 200 : 404
    sendHttpResponse(exchange, status, 'text/html; charset=utf-8', html.replace('{nonce}', nonce), headers)
  }

  function page(exchange: Exchange): Promise<void> {
    exchange.route = 'page'
    return sendPage(exchange, 'index.html', (origins, nonce) => makeDashboardCsp(origins, nonce, fileOrigins))
  }

  function file(exchange: Exchange): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      onResponseSentOrAborted(exchange, resolve)
      // sirv ignores quality values such as `br;q=0`, so it gets only the encoding that the client prefers.
      const [encoding = 'identity'] = findAcceptedEncodings(exchange.req.headers, supportedEncodings)
      exchange.req.headers['accept-encoding'] = encoding
      files(exchange.req, setCommonFileResponseHeaders(exchange), () => reject(notFound))
    })
  }

  const settingsEndpoint = makeSingleRouteEndpoint(
    settingsPath,
    makeReadOnlyHandler((exchange) => sendJsonText(exchange, 200, settings, { 'Cache-Control': 'no-cache' })),
  )
  const pageEndpoint = makeSingleRouteEndpoint(
    'page',
    makeReadOnlyHandler((exchange) => {
      // Such a client has probably left out the prefix of the REST API.
      if (isJsonRequest(exchange)) throw noJson
      return page(exchange)
    }),
  )
  const fileEndpoint = makeSingleRouteEndpoint('file', makeReadOnlyHandler(file))

  return {
    /** Sends the HTML page of the dashboard. For an unknown URL path, the HTTP status is 404. */
    page,
    /** Sends the GraphiQL page, which has the same URL as the GraphQL API. */
    graphiql: (exchange: Exchange) => sendPage(exchange, 'explore.html', makeGraphiqlCsp),
    /** Returns the HTTP endpoint for a URL path, or undefined if the path does not belong to the dashboard. */
    endpointOf: (path: string) => {
      if (path === settingsPath) return settingsEndpoint
      if (fileNames.test(path)) return fileEndpoint
      return clientRoutes.test(path) ? pageEndpoint : undefined
    },
  }
}
