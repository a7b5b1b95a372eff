import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type RequestAndResponse = { req: IncomingMessage; res: ServerResponse }

type Callback = () => void

/**
 * For each connection, the functions to call when it ends. An array holds them, because a Set would hold memory: V8
 * keeps old internal tables of a Set for a long time, and with them the finished requests.
 */
const callbacksBySocket = new WeakMap<Socket, Callback[]>()

/**
 * Returns the callbacks for the end of a connection. All callbacks of a connection share one event listener of the
 * socket.
 */
function callbacksOfSocket(socket: Socket): Callback[] {
  const existing = callbacksBySocket.get(socket)
  if (existing) return existing
  const callbacks: Callback[] = []
  callbacksBySocket.set(socket, callbacks)
  socket.once('close', () => {
    for (const callback of [...callbacks]) callback()
  })
  return callbacks
}

/**
 * Calls `done` once, when the response has been sent or the connection has closed. The socket is watched too: if the
 * connection closes, Node emits no `close` for a pipelined response that waits for an earlier response.
 */
export function onResponseFinished({ req: { socket }, res }: RequestAndResponse, done: () => void): void {
  if (res.closed || socket.destroyed) return void done()
  const callbacks = callbacksOfSocket(socket)
  function finish(): void {
    const index = callbacks.indexOf(finish)
    if (index < 0) return
    callbacks.splice(index, 1)
    done()
  }
  callbacks.push(finish)
  res.once('close', finish)
}
