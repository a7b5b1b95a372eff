import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a request of a half-closed connection may wait for its response to begin. */
const maxWaitMs = 2000

/**
 * Lets a client close its own side of the connection after a request and still get the response. The service cannot
 * distinguish this client from a client that has disconnected. So if the response does not begin within `maxWaitMs`,
 * the service closes the connection and cancels the work.
 * @param isWaiting returns whether the connection has a request whose response has not begun
 */
export function allowHalfClosedConnections(server: Server, isWaiting: (socket: Socket) => boolean): void {
  // Without this undocumented property, Node closes the connection at once.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket: Socket) => {
    socket.once('end', () => {
      const timer = setTimeout(() => {
        if (isWaiting(socket)) socket.destroy()
      }, maxWaitMs)
      socket.once('close', () => clearTimeout(timer))
    })
  })
}
