import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { makeUnauthorizedError } from '../../identity/caller.ts'
import { hashSecret } from '../../identity/key-secret.ts'
import { addRateLimitHeaders, assertWithinRateLimit, type HttpRateLimiter } from '../../identity/rate-limit.ts'
import type { Config } from '../../platform/config.ts'
import { isLoopbackAddress } from '../../platform/limits/ip-address.ts'
import type { Exchange } from '../exchange.ts'
import { isGetOrHead } from '../read-methods.ts'
import { sendHttpResponse } from '../send.ts'
import { type MetricsReader, metricsContentType } from './cluster-metrics.ts'

/**
 * Returns whether the request sends the metrics token. The tokens are compared in constant time, so that the duration
 * reveals nothing about the token.
 */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const sent = headers.authorization?.replace(/^Bearer +/i, '') ?? ''
  return timingSafeEqual(hashSecret(sent), hashSecret(token))
}

type Dependencies = { readMetrics: MetricsReader; token: string | undefined; limiter: HttpRateLimiter }

/**
 * Answers `/metrics` if the client sends `METRICS_TOKEN`. Other requests count against a rate limit, so that clients
 * cannot guess the token.
 */
export async function sendMetrics(exchange: Exchange, { readMetrics, token, limiter }: Dependencies): Promise<void> {
  if (token === undefined || !hasToken(exchange.req, token)) {
    const limit = await limiter.count({ kind: 'anonymous' }, exchange.ipAddress, 1)
    addRateLimitHeaders(exchange.headers, limit)
    assertWithinRateLimit(limit)
    throw makeUnauthorizedError('Metrics require METRICS_TOKEN.')
  }
  sendHttpResponse(exchange, 200, metricsContentType, await readMetrics())
}

const isLocalHost = (host: string) => host === 'localhost' || isLoopbackAddress(host)

/** Returns the host that METRICS_PORT listens on. Without METRICS_TOKEN, this is always a loopback host. */
export const getMetricsHost = ({ host, metrics }: Config) =>
  metrics.token === undefined && !isLocalHost(host) ? '127.0.0.1' : host

/** Makes the HTTP server for METRICS_PORT. If other machines can reach the server, clients must send METRICS_TOKEN. */
export function makeMetricsServer(readMetrics: MetricsReader, config: Config): Server {
  const token = isLocalHost(getMetricsHost(config)) ? undefined : config.metrics.token
  // Concurrent requests share one metrics report.
  let pending: Promise<string> | undefined
  const sharedReport = () => {
    pending ??= readMetrics().finally(() => {
      pending = undefined
    })
    return pending
  }
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, async (req, res) => {
    if (token !== undefined && !hasToken(req, token))
      return void res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end('Metrics require METRICS_TOKEN.\n')
    if (!isGetOrHead({ req })) return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    res.setHeader('Content-Type', metricsContentType)
    const text = await sharedReport().catch(() => undefined)
    if (text === undefined) res.statusCode = 503
    res.end(text)
  })
  server.maxConnections = 100
  return server
}
