import type { Server } from 'node:http'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { isReusePortSupported, listenOnPort } from './listen.ts'

/** The number of sockets that listen on the port, if sockets can share a port (`isReusePortSupported`). */
const listenerCount = 16

const closed = (server: NetServer) => new Promise<void>((resolve) => server.close(() => resolve()))

/** The sockets that share one port. `close` closes all of them except the socket of the main server. */
export type SharedPortSockets = { port: number; close(): Promise<void> }

/**
 * Listens on one port with several sockets, among which the kernel distributes new connections. In each turn, the event
 * loop of Node accepts one connection from each socket. With a single socket, a busy process would accept connections
 * too slowly.
 * @throws OperatorError if the port cannot be opened or if another process uses it
 */
export async function openSharedPortSockets(
  server: Server,
  variable: string,
  requestedPort: number,
  host: string,
): Promise<SharedPortSockets> {
  if (!isReusePortSupported)
    return { port: await listenOnPort(server, variable, requestedPort, host), close: async () => {} }
  // Before the shared sockets are opened, a socket without SO_REUSEPORT probes the port. It cannot be opened if another
  // process uses the port.
  const probe = createServer()
  const port = await listenOnPort(probe, variable, requestedPort, host)
  await closed(probe)
  // The other sockets have the same option as Node's HTTP server: TCP_NODELAY, which sends each write immediately.
  const options = { noDelay: true }
  const accept = (socket: Socket) => void server.emit('connection', socket)
  const others = Array.from({ length: listenerCount - 1 }, () => createServer(options, accept))
  for (const listener of [server, ...others]) await listenOnPort(listener, variable, port, host, { isShared: true })
  return { port, close: async () => void (await Promise.all(others.map(closed))) }
}
