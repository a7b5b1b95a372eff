import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** The maximum number of unfinished requests on one connection. */
const maxPipelinedRequests = 10

/**
 * A socket with the undocumented property `parser`, which is Node's HTTP parser. The parser calls `onIncoming` for each
 * request. If `onIncoming` returns a negative number, the parser stops with an error.
 */
type ParsedSocket = Socket & { parser?: { onIncoming?: (() => number) | null } | null }

const stopParsing = () => -1

/**
 * Closes a connection and ignores the requests that have already arrived. Node reads 64 KB at a time, which can contain
 * a thousand requests. Without this function, Node would create and abort a request object for each of them.
 */
function closeAndStopParsing(socket: ParsedSocket): void {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = stopParsing
  socket.destroy()
}

/**
 * Closes a connection that has more than `max` unanswered requests. A client that pipelines requests can then send the
 * unanswered idempotent requests again on a new connection (RFC 9112, section 9.3.2).
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
