import type { Server } from 'node:http'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { isReusePortSupported, listenOnPort } from './listen.ts'

/** The number of sockets that listen on the port, if sockets can share a port (`isReusePortSupported`). */
const listenerCount = 16

const closed = (server: NetServer) => new Promise<void>((resolve) => server.close(() => resolve()))

/** The sockets that share one port. `close` closes all of them except the socket of the main server. */
export type SharedPortSockets = { port: number; close(): Promise<void> }

/**
 * Opens several sockets on one port, because Node accepts one connection per socket in each turn of the event loop.
 * @throws OperatorError if the port cannot be opened
 */
export async function openSharedPortSockets(
  server: Server,
  variable: string,
  requestedPort: number,
  host: string,
): Promise<SharedPortSockets> {
  if (!isReusePortSupported)
    return { port: await listenOnPort(server, variable, requestedPort, host), close: async () => {} }
  // Unlike shared sockets, this probe without SO_REUSEPORT always fails if another process uses the port.
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
