import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Makes the function that closes a server and waits for its last connection. Connections without a running request are
 * closed at once, including those that browsers open in advance. All other connections are closed after `graceMs` at
 * the latest. The function also waits for connections of other listening sockets (`reuse-port.ts`), which the
 * `server.close()` of Node ignores.
 */
export function makeGracefulServerClose(server: Server): (graceMs: number) => Promise<void> {
  const sockets = new Set<Socket>()
  /**
   * The current response of each connection, or undefined between two requests. To save memory, an entry stays until
   * the connection closes: a Map whose entries are often added and removed keeps finished requests for longer.
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
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    for (const res of responses.values()) if (res) closeAfterResponse(res)
    await serverClosed
    if (sockets.size > 0) await lastClosed
    clearTimeout(timer)
  }
}
