import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Authenticator } from '../identity/authenticator.ts'
import type { Caller } from '../identity/caller.ts'
import type { MasterKeyAuthenticator } from '../identity/master-key.ts'
import type { AnonymousRateLimitName, RateLimitState } from '../identity/rate-limit.ts'
import type { ApiError } from '../platform/errors.ts'
import type { ClientResourceLimits } from './client-resource-limits.ts'

/** One HTTP request and its response, with the caller, the rate limit and other data that the request pipeline adds. */
export type Exchange = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  /**
   * `path` is the path of the URL, without the query string and still percent-encoded. `query` is the query string
   * without its question mark.
   */
  path: string
  query: string
  ipAddress: string
  /** The response headers that the request pipeline sets for every endpoint. */
  headers: ResponseHeaders
  caller: Caller
  limit: RateLimitState
  /** How much memory and how many event streams the clients of this process may use at the same time. */
  resourceLimits: ClientResourceLimits
  /**
   * Runs `work`, such as a wait for the client. Meanwhile, the request does not count against the concurrency limit.
   * @throws ApiError 503 if the service is overloaded when `work` ends
   */
  waitForClient<T>(work: () => Promise<T>): Promise<T>
  /**
   * Registers `release`, which ends a reservation of the request. The request pipeline calls `release` when the
   * endpoint has handled the request, even if the client is still reading the response.
   */
  onHandled(release: () => void): void
  /**
   * True if the request has already changed data. If the response then cannot be sent, the error tells the client that
   * the change was saved.
   */
  hasChanged?: boolean
  /** Returns a logger that adds the request id to each line. The logger is created on first use. */
  log(): Logger
  /** The route pattern for logs and metrics, which never contains text from the client. */
  route: string
}

/** Handles the requests for a path. The request pipeline calls `handle` after authentication and rate limiting. */
export type Endpoint = {
  /**
   * True if each caller is authenticated, and each request counts against the rate limit of its caller. If false, all
   * callers are anonymous.
   */
  isAuthenticatedAndCounted: boolean
  /** The rate limit for anonymous callers of this endpoint. The default is the general limit, `anonymous`. */
  anonymousRateLimit?: AnonymousRateLimitName
  /** True if requests are answered even when the service is overloaded. Health checks and metrics set this property. */
  isNeverShed?: boolean
  /**
   * True if clients on other machines may use plain HTTP, also in production. Health checks and metrics set this
   * property, because monitoring calls the process directly.
   */
  isServedOverPlainHttp?: boolean
  /** Authenticates the MCP master key. Only the MCP endpoint accepts this key. */
  masterKey?: MasterKeyAuthenticator
  /**
   * Returns the authenticator of OAuth access tokens, or undefined if the endpoint accepts no access tokens for this
   * request. An endpoint without this function accepts ID tokens instead.
   */
  accessTokens?(exchange: Exchange): Authenticator | undefined
  /** True if the endpoint authenticates people by ID tokens, and takes no API keys. */
  takesIdTokensOnly?: boolean
  handle(exchange: Exchange): Promise<void> | void
  /** Returns the path without its secret, for the log. An endpoint whose path contains a secret has this function. */
  maskPath?(path: string): string
  /**
   * Sends an error in the format of the endpoint. The default is JSON `{ error }`, the format of the REST API (REST
   * specification, section 7).
   */
  sendError?(exchange: Exchange, error: ApiError): void
}

export type ResponseHeaders = Record<string, string>

/** Returns a URL path without one slash at its end, because many clients add one. */
export const removeTrailingSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

const printableId = /^[\x21-\x7e]{1,128}$/

/** Returns the client's `X-Request-Id` if it has at most 128 printable ASCII characters. Otherwise returns a new id. */
export function getOrGenerateRequestId(req: IncomingMessage): string {
  const sent = req.headers['x-request-id']
  return typeof sent === 'string' && printableId.test(sent) ? sent : randomUUID()
}

/**
 * Sets the common response headers for a file or page, except the two headers that files and pages set themselves.
 * @returns the Node response
 */
export function setCommonFileResponseHeaders({ res, headers: all }: Exchange): ServerResponse {
  const { 'Cache-Control': _keeping, 'Content-Security-Policy': _policy, ...headers } = all
  return setCommonResponseHeaders({ res, headers: { ...headers, Vary: 'Accept-Encoding' } })
}

/**
 * Sets the common response headers, for handlers that write to the Node response directly.
 * @returns the Node response
 */
export function setCommonResponseHeaders({ res, headers }: Pick<Exchange, 'res' | 'headers'>): ServerResponse {
  for (const name in headers) res.setHeader(name, headers[name]!)
  return res
}
