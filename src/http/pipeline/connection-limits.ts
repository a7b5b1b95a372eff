import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { getIpAddressGroup } from '../../platform/limits/ip-address.ts'
import { type EndReservation, makeTenantLimiter } from '../../platform/limits/tenant-limiter.ts'

/** The maximum number of open connections: in total, and for one IP address. */
export type ConnectionLimits = { total: number; perIpAddress: number }

/** How long a refused connection stays open, so that the client can read the error response. */
const lingerMs = 1000
/** The maximum number of refused connections that stay open. Further connections are closed without a response. */
const maxLingering = 100

/**
 * Makes a function that refuses a connection with a 503 response. Over TLS, there is no response, because a response
 * would require a handshake first.
 */
function makeRefuseConnection(isSecure: boolean): (socket: Socket, response: string) => void {
  let lingering = 0
  return (socket, response) => {
    socket.on('error', () => {})
    if (isSecure || lingering >= maxLingering) return void socket.destroy()
    lingering++
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => {
      lingering--
      clearTimeout(timer)
    })
    // Closing a socket with unread data would reset the connection, and the client would lose the response.
    socket.resume()
    socket.end(response)
  }
}

/**
 * Limits the number of open connections of a server. Further connections are refused.
 * @param onRefused is called for each refused connection and returns the response
 */
export function limitConnections(
  server: Server,
  { total, perIpAddress }: ConnectionLimits,
  { isSecure, onRefused }: { isSecure: boolean; onRefused(): string },
): void {
  const connections = makeTenantLimiter({ resource: 'connections', total, perTenant: perIpAddress })
  const refuseConnection = makeRefuseConnection(isSecure)
  const connectionListeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    let release: EndReservation
    try {
      release = connections.acquireNow(getIpAddressGroup(socket.remoteAddress ?? ''))
    } catch {
      return refuseConnection(socket, onRefused())
    }
    socket.once('close', release)
    for (const take of connectionListeners) take.call(server, socket)
  })
}
