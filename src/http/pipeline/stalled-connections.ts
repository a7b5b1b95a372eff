import type { Socket } from 'node:net'
import type { Exchange } from '../exchange.ts'
import type { HttpServerHandlers } from './listener.ts'

/**
 * Makes the handler for connections without traffic:
 * - It closes a connection without a request, and a connection whose client has stopped reading the response.
 * - It answers a request with 408 if the rest of the request body does not arrive.
 * - It leaves a connection open while the service works on the request, or while an event stream has nothing to send.
 */
export function makeStalledConnectionHandler(
  inFlight: WeakMap<object, Exchange>,
  handleClientError: HttpServerHandlers['handleClientError'],
): HttpServerHandlers['handleStalled'] {
  return (socket: Socket) => {
    const exchange = inFlight.get(socket)
    // With pipelining, a response has no socket until all earlier responses have been sent. The unsent bytes of a
    // response without a socket do not show that the client has stopped reading.
    const isResponseWaiting = exchange?.res.socket != null && exchange.res.writableLength > 0
    const hasNothingToSend = socket.writableLength === 0 && !isResponseWaiting
    if (!exchange || !hasNothingToSend) return void socket.destroy()
    if (exchange.req.complete) return void socket.setTimeout(socket.timeout ?? 0)
    handleClientError(
      Object.assign(new Error('No more of the request body arrives.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    )
  }
}
