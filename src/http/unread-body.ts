import type { Exchange } from './exchange.ts'
import { getLimitTenantId } from './tenant-of.ts'

/** Node itself receives and drops a shorter body, and the connection can be used again. */
const shortBytes = 65_536

/** The longest body that is received and dropped after its response, and the time for that. */
const maxDrainBytes = 32_000_000
const maxDrainMs = 20_000

/** The time in which a client can read the response before its connection is closed without reading more of the body. */
const lingerMs = 2000

/** Returns whether more of a long request body can arrive. */
function isLongBodyUnfinished({ req }: Exchange): boolean {
  if (req.complete) return false
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > shortBytes
}

/** Receives and drops the rest of the body. Then the connection is closed. */
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

/** Receives no more of the body. The connection stays open for a short time, because closing it discards the response. */
function stopReceiving({ req }: Exchange): void {
  const { socket } = req
  req.pause()
  function closeAfterLinger(): void {
    socket.end()
    // At the end of a response, Node begins to receive and drop the rest of the body.
    setImmediate(() => socket.pause())
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
  socket.destroySoon = closeAfterLinger
}

/**
 * Prepares the response to a request whose body is refused before it has arrived. The connection is closed after the
 * response (RFC 9112, section 9.6). A client that reads no response before its whole body is sent must still get the
 * response, so the rest of the body is received and dropped, but of only a few requests of a tenant at the same time.
 * Returns the headers of the response.
 */
export function dropUnreadBody(exchange: Exchange): Exchange['headers'] {
  const { headers, capacity } = exchange
  if (!isLongBodyUnfinished(exchange)) return headers
  const release = capacity.unreadBodies.tryAcquire(getLimitTenantId(exchange))
  if (release) drain(exchange, release)
  else stopReceiving(exchange)
  return { ...headers, Connection: 'close' }
}
