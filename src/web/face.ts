import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { type Exchange, lend, send, sendJson } from '../http/exchange.ts'
import { contentPolicy, explorerPolicy, pageHeaders, type Reach } from './policy.ts'
import { pageSettings, reachOf, type SignIn } from './sign-in.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/** Where the dashboard's settings are read. */
const settingsPath = '/dashboard.json'

const clientRoutes = /^\/($|courses(\/|$)|connect$|graphql$|settings(\/|$)|signed-in$|usage$)/
const fileNames = /^\/((assets|graphiql)\/[\w.-]+|[a-z-]+\.(js|svg|png|ico|webmanifest))$/
const unbuilt = 'The dashboard has not been built: run `npm run build`, or `npm start`, which does it.\n'
const nothing = new ApiError('not_found', 'There is nothing at this address.')

const isRead = ({ req }: Exchange) => req.method === 'GET' || req.method === 'HEAD'

/** Whether it is a browser that asks for a page, so that a sentence in HTML serves it better than an envelope. */
export const wantsPage = (exchange: Exchange) =>
  isRead(exchange) && !!exchange.req.headers.accept?.includes('text/html')

/** The dashboard: hashed files that never change, and one page for every route of the application. */
export function makeWeb(config: Config, signIn: SignIn | undefined, developmentPath: string) {
  const files = sirv(built, {
    // Without a build there is nothing to list at the start: files are looked for when they are asked for.
    dev: !existsSync(built),
    immutable: true,
    maxAge: 31_536_000,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (res, pathname) => {
      if (!pathname.startsWith('/assets/')) res.setHeader('Cache-Control', 'no-cache')
    },
  })
  const settings = JSON.stringify(pageSettings(signIn, config, developmentPath))
  let reach: Promise<Reach> | undefined

  async function currentReach(): Promise<Reach> {
    if (!signIn) return { connect: [], frame: [] }
    reach ??= reachOf(signIn).catch(() => {
      // Asked again for the next page: the provider may have been away.
      reach = undefined
      const { origin } = new URL(signIn.issuer)
      return { connect: [origin], frame: [origin] }
    })
    return reach
  }

  async function sendPage(exchange: Exchange, name: string, policy: (reach: Reach, nonce: string) => string) {
    const { path } = exchange
    Object.assign(exchange.headers, pageHeaders)
    const html = await readFile(join(built, name), 'utf8').catch(() => undefined)
    if (html === undefined) return send(exchange, 503, 'text/plain; charset=utf-8', unbuilt)
    const nonce = randomBytes(16).toString('base64')
    const headers = { 'Content-Security-Policy': policy(await currentReach(), nonce), 'Cache-Control': 'no-cache' }
    const status = clientRoutes.test(path) ? 200 : 404
    send(exchange, status, 'text/html; charset=utf-8', html.replace('{nonce}', nonce), headers)
  }

  function page(exchange: Exchange): Promise<void> {
    exchange.route = 'page'
    return sendPage(exchange, 'index.html', contentPolicy)
  }

  function file(exchange: Exchange): Promise<void> {
    exchange.route = 'file'
    if (!isRead(exchange)) throw new ApiError('invalid_request', 'A file is read with GET.', { status: 405 })
    return new Promise<void>((resolve, reject) => {
      exchange.res.once('close', resolve)
      files(exchange.req, lend(exchange), () => reject(nothing))
    })
  }

  const pageFace = { counted: false, answer: page }
  const fileFace = { counted: false, answer: file }
  const settingsFace = {
    counted: false,
    answer: (exchange: Exchange) => {
      exchange.route = settingsPath
      sendJson(exchange, 200, settings, { 'Cache-Control': 'no-cache' })
    },
  }

  return {
    /** A page of the application; an unknown address is told on one, too. */
    page,
    /** GraphiQL, at the address of the API that it asks. */
    explorer: (exchange: Exchange) => sendPage(exchange, 'explore.html', explorerPolicy),
    /** What answers at a path of the dashboard; undefined for a path that is none of it. */
    faceOf: (path: string) => {
      if (path === settingsPath) return settingsFace
      if (fileNames.test(path)) return fileFace
      return clientRoutes.test(path) ? pageFace : undefined
    },
  }
}
