import type { Server } from 'node:http'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { isPortShared, listen } from './ports.ts'

/** How many sockets listen on a port, where several can. */
const doors = 16

const closed = (server: NetServer) => new Promise<void>((resolve) => server.close(() => resolve()))

/** A port that was opened: its number, and what closes all of it that is not the server itself. */
export type Doors = { port: number; close(): Promise<void> }

/**
 * Opens a server's port with several sockets, among which the system deals out connections. A turn of the event loop takes
 * up one of each socket: with a single one, a crowd that comes while the loop is busy gets in one by one, and the last wait
 * for seconds where nobody sees them.
 * @throws OperatorError where the port cannot be opened, be it that another process of this service has it
 */
export async function openDoors(server: Server, name: string, wanted: number, host: string): Promise<Doors> {
  if (!isPortShared) return { port: await listen(server, name, wanted, host), close: async () => {} }
  // Those who share a port let each other in; one who does not finds out whether it is free.
  const alone = createServer()
  const port = await listen(alone, name, wanted, host)
  await closed(alone)
  // As Node's own servers of HTTP have it: what is written leaves at once, the parts of a stream too (TCP_NODELAY).
  const options = { noDelay: true }
  const take = (socket: Socket) => void server.emit('connection', socket)
  const others = Array.from({ length: doors - 1 }, () => createServer(options, take))
  for (const door of [server, ...others]) await listen(door, name, port, host, { shared: true })
  return { port, close: async () => void (await Promise.all(others.map(closed))) }
}
