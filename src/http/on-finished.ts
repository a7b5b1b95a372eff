import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type RequestAndResponse = { req: IncomingMessage; res: ServerResponse }

type Callback = () => void

/**
 * The functions to call when a connection closes. A Set would keep finished requests in memory, because V8 frees
 * removed Set entries late.
 */
const callbacksBySocket = new WeakMap<Socket, Callback[]>()

/**
 * Returns the list of functions to call when a connection closes. All functions of a connection share one event
 * listener on the socket.
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

/** Calls `done` once, when the response has been sent or the connection has closed. */
export function onResponseSentOrAborted({ req: { socket }, res }: RequestAndResponse, done: () => void): void {
  if (res.closed || socket.destroyed) return void done()
  const callbacks = callbacksOfSocket(socket)
  function finish(): void {
    const index = callbacks.indexOf(finish)
    if (index < 0) return
    callbacks.splice(index, 1)
    done()
  }
  // A pipelined response that still waits for an earlier response may emit no `close` when the connection closes.
  callbacks.push(finish)
  res.once('close', finish)
}
