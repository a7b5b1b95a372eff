import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Returns a function that closes a server and waits until all connections are closed. Running requests have at most
 * `graceMs` to finish.
 */
export function makeGracefulServerClose(server: Server): (graceMs: number) => Promise<void> {
  const sockets = new Set<Socket>()
  /**
   * The current response of each connection. Between two requests, the value is undefined and the key stays. A Map with
   * many deleted keys would keep finished requests in memory for longer.
   */
  const responses = new Map<Socket, ServerResponse | undefined>()
  let isClosing = false
  let onLastClose = () => {}
  const closeAfterResponse = (res: ServerResponse) => res.headersSent || res.setHeader('Connection', 'close')

  function trackResponse({ socket }: IncomingMessage, res: ServerResponse): void {
    if (!responses.has(socket)) socket.once('close', () => responses.delete(socket))
    responses.set(socket, res)
    res.on('close', () => responses.get(socket) === res && responses.set(socket, undefined))
  }

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) onLastClose()
    })
  })
  server.prependListener('request', (req, res) => {
    if (isClosing) closeAfterResponse(res)
    trackResponse(req, res)
  })
  return async (graceMs) => {
    isClosing = true
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, graceMs)
    const serverClosed = new Promise<void>((resolve) => server.close(() => resolve()))
    const lastClosed = new Promise<void>((resolve) => {
      onLastClose = resolve
    })
    server.closeIdleConnections()
    // Browsers open some connections in advance, without sending anything.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    for (const res of responses.values()) if (res) closeAfterResponse(res)
    await serverClosed
    // `server.close()` ignores the connections of other listening sockets (`reuse-port.ts`).
    if (sockets.size > 0) await lastClosed
    clearTimeout(timer)
  }
}
