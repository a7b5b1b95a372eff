import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a request of a half-closed connection may wait for its response to begin. */
const maxWaitMs = 2000

/**
 * Lets a client close its side of the connection and still get the response. After `maxWaitMs` without a response, the
 * client counts as disconnected.
 */
export function allowHalfClosedConnections(server: Server, isWaiting: (socket: Socket) => boolean): void {
  // Without this undocumented property, Node closes the connection as soon as the client has closed its side.
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
