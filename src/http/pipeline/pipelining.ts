import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** The maximum number of unfinished requests on one connection. */
const maxPipelinedRequests = 10

/**
 * A socket with Node's undocumented HTTP parser. The parser calls `onIncoming` for each request, and stops if the
 * result is negative.
 */
type ParsedSocket = Socket & { parser?: { onIncoming?: (() => number) | null } | null }

const stopParsing = () => -1

/**
 * Closes a connection, and stops Node from parsing the bytes that it has already received. These bytes can contain a
 * thousand requests, and Node would create objects for each of them.
 */
function closeAndStopParsing(socket: ParsedSocket): void {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = stopParsing
  socket.destroy()
}

/**
 * Closes a connection with more than `max` unanswered requests. Clients can send idempotent requests again (RFC 9112,
 * section 9.3.2).
 */
export function limitPipelining(handle: RequestListener, max = maxPipelinedRequests): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (req, res) => {
    const { socket } = req
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > max) return closeAndStopParsing(socket)
    unanswered.set(socket, count)
    res.on('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    handle(req, res)
  }
}
