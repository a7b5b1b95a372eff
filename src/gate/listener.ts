import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'

/** What answers requests, and what answers a connection whose request cannot be read. */
export type Handlers = { handle: RequestListener; handleBroken(error: NodeJS.ErrnoException, socket: Duplex): void }

/** How long a client may take: for the headers, for the whole request, between requests. */
export type Timeouts = Pick<
  ServerOptions,
  'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'
>

// A connection that is kept outlives those of usual load balancers (60 s), so that it is never closed under a request.
const usual: Timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
}

type Options = { tls?: SecureContextOptions; timeouts?: Timeouts }

/** A server that leaves nothing to Node's own bare answers; it listens nowhere yet. */
export function makeListener({ handle, handleBroken }: Handlers, { tls, timeouts = usual }: Options = {}): Server {
  // A request without Host is refused by the gate, in the envelope.
  const options: ServerOptions = { ...timeouts, requireHostHeader: false }
  const server = tls ? createSecureServer({ ...options, ...tls }, handle) : createServer(options, handle)
  server.on('checkExpectation', handle)
  server.on('clientError', handleBroken)
  server.on('connect', (_req, socket) => handleBroken(Object.assign(new Error('CONNECT'), { code: 'CONNECT' }), socket))
  return server
}
