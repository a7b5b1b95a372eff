import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { allowHalfClosedConnections } from './half-closed.ts'
import { limitPipelining } from './pipelining.ts'
import { joinSmallChunks } from './small-chunks.ts'

/** The functions that the HTTP server calls for requests and connections. */
export type HttpServerHandlers = {
  handle: RequestListener
  /** Answers a request that Node cannot parse. */
  handleClientError(error: NodeJS.ErrnoException, socket: Duplex): void
  /** Called when a connection has no traffic for `stalledTimeout` milliseconds. */
  handleStalled(socket: Socket): void
  /** Returns whether the connection has a request whose response has not begun. */
  isWaitingForResponse(socket: Socket): boolean
  /**
   * Called when the server refuses a connection because too many are open. Returns the whole HTTP response for the
   * client, as text.
   */
  onConnectionRefused(): string
}

/** The time limits in ms for a client to send the headers, to send the whole request, and to start the next request. */
export type HttpServerTimeouts = Pick<
  ServerOptions,
  'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'
> & {
  /** The maximum time without traffic during a request or a response. */
  stalledTimeout: number
}

const defaultTimeouts: HttpServerTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /**
   * This time is longer than the 60 seconds after which load balancers usually close an idle connection. Otherwise a
   * load balancer could send a request while the service closes the connection.
   */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  stalledTimeout: 30_000,
}

type Options = {
  tls?: SecureContextOptions
  timeouts?: Partial<HttpServerTimeouts>
  connectionLimits?: ConnectionLimits
}

/**
 * Makes the HTTP or HTTPS server, but does not start listening. The service writes every error response itself, so
 * Node's own error responses are never sent.
 */
export function makeHttpServer(
  { handle, handleClientError, handleStalled, isWaitingForResponse, onConnectionRefused }: HttpServerHandlers,
  { tls, timeouts, connectionLimits }: Options = {},
): Server {
  const { stalledTimeout, ...serverTimeouts } = { ...defaultTimeouts, ...timeouts }
  /**
   * Node must not check the Host header, because the request pipeline checks this header and sends an error in the
   * format of the API.
   */
  const options: ServerOptions = { ...serverTimeouts, requireHostHeader: false }
  const bounded = limitPipelining((req, res) => {
    joinSmallChunks(req, () =>
      handleClientError(Object.assign(new Error('too many small chunks'), { code: 'TOO_MANY_CHUNKS' }), req.socket),
    )
    handle(req, res)
  })
  // The TLS handshake needs its own time limit, because the other time limits start after the handshake.
  const handshakeTimeout = serverTimeouts.headersTimeout
  const server = tls
    ? createSecureServer({ ...options, ...tls, handshakeTimeout }, bounded)
    : createServer(options, bounded)
  // A TLS client expects both sides of a connection to close together (RFC 5246, section 7.2.1).
  if (!tls) allowHalfClosedConnections(server, isWaitingForResponse)
  if (connectionLimits)
    limitConnections(server, connectionLimits, { isSecure: tls !== undefined, onRefused: onConnectionRefused })
  server.on('checkExpectation', bounded)
  // After a failed TLS handshake, no response can be sent, and Node would leave the connection open.
  server.prependListener('tlsClientError', (_error: Error, socket: Duplex) => socket.destroy())
  server.on('clientError', handleClientError)
  server.setTimeout(stalledTimeout, handleStalled)
  server.on('connect', (_req, socket) =>
    handleClientError(Object.assign(new Error('CONNECT'), { code: 'CONNECT' }), socket),
  )
  return server
}
