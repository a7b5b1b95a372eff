import type { IncomingMessage } from 'node:http'
import { smallBodyBytes, tryReserveDroppedBodyMemory } from './body-budget.ts'
import type { Exchange } from './exchange.ts'

/**
 * The limits for receiving and dropping the rest of a long request body after the response. The service closes the
 * connection when either limit is reached.
 */
const maxDrainBytes = 32_000_000
const maxDrainMs = 20_000

/**
 * If the service stops receiving a request body, it closes the connection this many milliseconds after the response. In
 * this time, the client can read the response.
 */
const lingerMs = 2000

const unreadable = new WeakSet<IncomingMessage>()

/** Marks a request whose body must not be received any further, because the request is malformed. */
export const markBodyAsUnreadable = (req: IncomingMessage): void => void unreadable.add(req)

/**
 * Returns whether more of a long request body can arrive. Node drops the unread rest of a small body, and keeps the
 * connection open.
 */
function isLongBodyUnfinished({ req }: Exchange): boolean {
  if (req.complete || req.socket.destroyed) return false
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > smallBodyBytes
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

/** Stops receiving the request body. The connection closes later, so that the client can first read the response. */
function stopReceiving({ req }: Exchange): void {
  const { socket } = req
  req.pause()
  function closeAfterLinger(): void {
    socket.end()
    // After the response, Node resumes the socket. `setImmediate` runs later, and pauses the socket again.
    setImmediate(() => socket.pause())
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
  socket.destroySoon = closeAfterLinger
}

/**
 * Prepares the connection for a long request body that is still arriving. Call this function before the response is
 * sent.
 * Returns the response headers, with `Connection: close` for such a body (RFC 9112, section 9.6).
 */
export function prepareConnectionForUnreadBody(exchange: Exchange): Exchange['headers'] {
  const { headers } = exchange
  if (!isLongBodyUnfinished(exchange)) return headers
  const isDrained = !unreadable.has(exchange.req)
  const release = isDrained ? tryReserveDroppedBodyMemory(exchange) : undefined
  // Some clients read the response only after they have sent the whole body.
  if (release) drain(exchange, release)
  else stopReceiving(exchange)
  return { ...headers, Connection: 'close' }
}
