import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Follows a server's connections, so that a stop waits for nothing but answers: Node lets go of idle ones by itself, but
 * counts one on which nothing has come yet as busy, and browsers open such ahead. Gives the way to close the server; the
 * promise is kept when the last answer is out.
 */
export function followConnections(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  // The answer in hand of each connection that has had one. Members come and go with connections, not with requests: a
  // collection's old tables point to those that follow, and would keep each request that stood in one past its time.
  const answers = new Map<Socket, ServerResponse | undefined>()
  let closing = false
  const makeLast = (res: ServerResponse) => res.headersSent || res.setHeader('Connection', 'close')

  function follow({ socket }: IncomingMessage, res: ServerResponse): void {
    if (!answers.has(socket)) socket.once('close', () => answers.delete(socket))
    answers.set(socket, res)
    res.on('close', () => answers.get(socket) === res && answers.set(socket, undefined))
  }

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (req, res) => {
    if (closing) makeLast(res)
    follow(req, res)
  })
  return () =>
    new Promise((resolve) => {
      closing = true
      server.close(() => resolve())
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      for (const res of answers.values()) if (res) makeLast(res)
    })
}
