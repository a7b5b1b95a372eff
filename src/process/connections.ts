import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Follows a server's connections, so that a stop waits for nothing but answers: Node lets go of idle ones by itself, but
 * counts one on which nothing has come yet as busy, and browsers open such ahead. Gives the way to close the server; the
 * promise is kept when the last answer is out.
 */
export function followConnections(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  let closing = false
  const makeLast = (res: ServerResponse) => res.headersSent || res.setHeader('Connection', 'close')

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_req, res) => {
    if (closing) makeLast(res)
    answers.add(res)
    res.once('close', () => answers.delete(res))
  })
  return () =>
    new Promise((resolve) => {
      closing = true
      server.close(() => resolve())
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      for (const res of answers) makeLast(res)
    })
}
