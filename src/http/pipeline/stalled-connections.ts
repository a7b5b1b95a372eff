import type { Socket } from 'node:net'
import type { Exchange } from '../exchange.ts'
import type { HttpServerHandlers } from './listener.ts'

/**
 * Makes the handler for connections without traffic. The handler closes a connection unless the client is waiting for
 * the service.
 */
export function makeStalledConnectionHandler(
  inFlight: WeakMap<object, Exchange>,
  handleClientError: HttpServerHandlers['handleClientError'],
): HttpServerHandlers['handleStalled'] {
  return (socket: Socket) => {
    const exchange = inFlight.get(socket)
    // With pipelining, a response has no socket until all earlier responses have been sent.
    // Unsent bytes of a response without a socket do not show that the client has stopped reading.
    const isResponseWaiting = exchange?.res.socket != null && exchange.res.writableLength > 0
    const hasNothingToSend = socket.writableLength === 0 && !isResponseWaiting
    // There is no request, or the client has stopped reading the response.
    if (!exchange || !hasNothingToSend) return void socket.destroy()
    // The service is still working on the request, or the event stream has nothing to send.
    if (exchange.req.complete) return void socket.setTimeout(socket.timeout ?? 0)
    // The rest of the request body does not arrive, so the response is 408.
    handleClientError(
      Object.assign(new Error('No more of the request body arrives.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    )
  }
}
