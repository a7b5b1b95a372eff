import type { IncomingMessage } from 'node:http'
import type { Exchange } from './exchange.ts'
import { getTenantIdForLimits } from './tenant-id-for-limits.ts'

/**
 * The maximum size of a short request body, in bytes. Node itself receives and drops a short body, so the connection
 * stays usable for the next request.
 */
const shortBytes = 65_536

/**
 * After the response, the service receives and drops at most `maxDrainBytes` of the request body, for at most
 * `maxDrainMs`. Then the service closes the connection.
 */
const maxDrainBytes = 32_000_000
const maxDrainMs = 20_000

/**
 * The time for the client to read the response after the service has stopped receiving the body. Then the connection is
 * closed.
 */
const lingerMs = 2000

const unreadable = new WeakSet<IncomingMessage>()

/** Marks a request whose body must not be received any further, because the request is malformed. */
export const markBodyAsUnreadable = (req: IncomingMessage): void => void unreadable.add(req)

/** Returns whether more of a long request body can arrive. */
function isLongBodyUnfinished({ req }: Exchange): boolean {
  if (req.complete || req.socket.destroyed) return false
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > shortBytes
}

/** Receives and drops the rest of the request body after the response, and then closes the connection. */
function drain({ req }: Exchange, release: () => void): void {
  const { socket } = req
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDrainBytes) socket.destroy()
  })
  req.resume()
  const timer = setTimeout(() => socket.destroy(), maxDrainMs)
  socket.once('close', () => {
    clearTimeout(timer)
    release()
  })
  const destroySoon = socket.destroySoon.bind(socket)
  function closeAfterBody(): void {
    if (req.readableEnded) destroySoon()
    else req.once('end', destroySoon)
  }
  socket.destroySoon = closeAfterBody
}

/**
 * Stops receiving the request body. The connection stays open for a short time, because closing it immediately would
 * discard the response before the client has read it.
 */
function stopReceiving({ req }: Exchange): void {
  const { socket } = req
  req.pause()
  function closeAfterLinger(): void {
    socket.end()
    /**
     * When a response ends, Node resumes the socket to drop the rest of the request body. So `setImmediate` pauses the
     * socket again afterwards.
     */
    setImmediate(() => socket.pause())
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
  socket.destroySoon = closeAfterLinger
}

/**
 * Prepares the connection for the rest of a request body that may arrive after the response. Call this function before
 * the response is sent. Returns the response headers. If the body is long, `Connection: close` is added, and the
 * connection is closed after the response (RFC 9112, section 9.6). Some clients read the response only after they have
 * sent the whole body. For these clients, the service receives and drops the rest, but only for a few requests of each
 * tenant at the same time.
 */
export function prepareConnectionForUnreadBody(exchange: Exchange): Exchange['headers'] {
  const { headers, resourceLimits } = exchange
  if (!isLongBodyUnfinished(exchange)) return headers
  const isDrained = !unreadable.has(exchange.req)
  const release = isDrained ? resourceLimits.unreadBodies.tryAcquire(getTenantIdForLimits(exchange)) : undefined
  if (release) drain(exchange, release)
  else stopReceiving(exchange)
  return { ...headers, Connection: 'close' }
}
