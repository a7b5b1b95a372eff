import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { getIpAddressGroup } from '../../platform/limits/address-group.ts'
import { type FreeReservation, makeTenantLimiter } from '../../platform/limits/share.ts'

/** The maximum number of open connections: in total, and for one IP address. */
export type ConnectionLimits = { total: number; perAddress: number }

/**
 * The connection of a refused client stays open for `lingerMs`, so that the client can read the error response. At most
 * `maxLingering` such connections are open. Further connections are closed without a response.
 */
const lingerMs = 1000
const maxLingering = 100

const body = JSON.stringify({
  error: {
    code: 'internal_error',
    message: 'Too many connections are open. Wait for Retry-After seconds.',
    details: { reason: 'connections' },
  },
})

const responseText = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(body)}`,
  'Retry-After: 5',
  'Cache-Control: no-store',
  'X-Content-Type-Options: nosniff',
  'Connection: close',
  '',
  body,
].join('\r\n')

/**
 * Makes a function that refuses a connection with a 503 response. A TLS connection is closed without a response,
 * because the response would need a TLS handshake first.
 */
function makeRefuseConnection(isSecure: boolean): (socket: Socket) => void {
  let lingering = 0
  return (socket) => {
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
    socket.end(responseText)
  }
}

/** Limits the number of open connections of a server. Further connections are refused. */
export function limitConnections(
  server: Server,
  { total, perAddress }: ConnectionLimits,
  { isSecure, onRefused }: { isSecure: boolean; onRefused(): void },
): void {
  const connections = makeTenantLimiter({ resource: 'connections', total, perTenant: perAddress })
  const refuseConnection = makeRefuseConnection(isSecure)
  const connectionListeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    let release: FreeReservation
    try {
      release = connections.acquireNow(getIpAddressGroup(socket.remoteAddress ?? ''))
    } catch {
      onRefused()
      return refuseConnection(socket)
    }
    socket.once('close', release)
    for (const take of connectionListeners) take.call(server, socket)
  })
}
