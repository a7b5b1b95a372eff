import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { findAcceptedEncodings } from '../http/compression.ts'
import { type Exchange, prepareRawFileResponse } from '../http/exchange.ts'
import { onResponseFinished } from '../http/on-finished.ts'
import { sendHttpResponse, sendJsonText } from '../http/send.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import {
  type AllowedOrigins,
  makeDashboardCsp,
  makeGraphiqlCsp,
  pageSecurityHeaders,
} from './content-security-policy.ts'
import { fetchAllowedOrigins, makeSignInSettings, type SignInProvider } from './sign-in.ts'

const buildFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

const settingsPath = '/dashboard.json'

/** The URL paths of the dashboard's pages. `app/shell/Routes.tsx` contains the same paths. */
const clientRoutes = /^\/($|courses(\/|$)|connect$|graphql$|settings(\/|$)|signed-in$|usage$)/
const fileNames = /^\/((assets|graphiql)\/[\w.-]+|[a-z-]+\.(js|svg|png|ico|webmanifest))$/
const notBuiltMessage = 'The dashboard is not built. Run `npm run build`, or `npm start`, which builds it.\n'
const notFound = new ApiError('not_found', 'There is nothing at this address.')

const supportedEncodings = ['br', 'gzip', 'identity'] as const

const isGetOrHead = ({ req }: Exchange) => req.method === 'GET' || req.method === 'HEAD'

/**
 * Returns whether a request is a GET or HEAD request that accepts HTML. The server answers such a request with a page
 * instead of JSON.
 */
export const acceptsHtml = (exchange: Exchange) =>
  isGetOrHead(exchange) && !!exchange.req.headers.accept?.includes('text/html')

/** Returns functions that serve the built dashboard: its files, and one HTML page for all routes of the application. */
export function makeDashboardHandlers(config: Config, signIn: SignInProvider | undefined, developmentPath: string) {
  const files = sirv(buildFolder, {
    /**
     * sirv lists the files once, when the server starts. If the dashboard is not built at that time, sirv has to look
     * for each file when a request comes.
     */
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
  let allowedOrigins: Promise<AllowedOrigins> | undefined

  async function currentOrigins(): Promise<AllowedOrigins> {
    if (!signIn) return { connect: [], frame: [] }
    allowedOrigins ??= fetchAllowedOrigins(signIn).catch(() => {
      // The identity provider may be unreachable for a moment. The next request of a page tries again.
      allowedOrigins = undefined
      const { origin } = new URL(signIn.issuer)
      return { connect: [origin], frame: [origin] }
    })
    return allowedOrigins
  }

  async function sendPage(
    exchange: Exchange,
    name: string,
    policy: (origins: AllowedOrigins, nonce: string) => string,
  ) {
    const { path } = exchange
    Object.assign(exchange.headers, pageSecurityHeaders)
    const html = await readFile(join(buildFolder, name), 'utf8').catch(() => undefined)
    if (html === undefined) return sendHttpResponse(exchange, 503, 'text/plain; charset=utf-8', notBuiltMessage)
    const nonce = randomBytes(16).toString('base64')
    const headers = { 'Content-Security-Policy': policy(await currentOrigins(), nonce), 'Cache-Control': 'no-cache' }
    const status = clientRoutes.test(path) ? 200 : 404
    sendHttpResponse(exchange, status, 'text/html; charset=utf-8', html.replace('{nonce}', nonce), headers)
  }

  function page(exchange: Exchange): Promise<void> {
    exchange.route = 'page'
    return sendPage(exchange, 'index.html', makeDashboardCsp)
  }

  function file(exchange: Exchange): Promise<void> {
    exchange.route = 'file'
    if (!isGetOrHead(exchange))
      throw new ApiError('invalid_request', 'Only GET and HEAD are allowed for files.', { status: 405 })
    return new Promise<void>((resolve, reject) => {
      onResponseFinished(exchange, resolve)
      // sirv ignores the quality values of `Accept-Encoding`. So the header is replaced with the preferred encoding.
      const [encoding = 'identity'] = findAcceptedEncodings(exchange.req.headers, supportedEncodings)
      exchange.req.headers['accept-encoding'] = encoding
      files(exchange.req, prepareRawFileResponse(exchange), () => reject(notFound))
    })
  }

  const pageEndpoint = { isRateLimited: false, handle: page }
  const fileEndpoint = { isRateLimited: false, handle: file }
  const settingsEndpoint = {
    isRateLimited: false,
    handle: (exchange: Exchange) => {
      exchange.route = settingsPath
      sendJsonText(exchange, 200, settings, { 'Cache-Control': 'no-cache' })
    },
  }

  return {
    /**
     * Sends the HTML page of the application. For an unknown URL path, the status is 404 and the page says that nothing
     * was found.
     */
    page,
    /** Sends the GraphiQL page, which has the same URL as the GraphQL API. */
    graphiql: (exchange: Exchange) => sendPage(exchange, 'explore.html', makeGraphiqlCsp),
    /** Returns the endpoint for a URL path of the dashboard, or undefined for other paths. */
    endpointOf: (path: string) => {
      if (path === settingsPath) return settingsEndpoint
      if (fileNames.test(path)) return fileEndpoint
      return clientRoutes.test(path) ? pageEndpoint : undefined
    },
  }
}
