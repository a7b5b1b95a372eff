import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** The maximum number of requests on one connection that are not answered completely. */
const maxPipelinedRequests = 10

/**
 * Closes a connection that has more than `max` unanswered requests. Without this limit, Node would parse up to a
 * thousand requests of one connection. Clients that pipeline send unanswered requests again (RFC 9112, section 9.3.2).
 */
export function limitPipelining(handle: RequestListener, max = maxPipelinedRequests): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (req, res) => {
    const { socket } = req
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > max) return void socket.destroy()
    unanswered.set(socket, count)
    res.on('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    handle(req, res)
  }
}
