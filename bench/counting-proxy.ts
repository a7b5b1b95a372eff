import { createServer, connect as open, type Socket } from 'node:net'

/**
 * A proxy for PostgreSQL that counts the statements: the messages `Query` and `Execute` of PostgreSQL's protocol,
 * version 3.
 */
export type CountingProxy = { url: string; count(): number; close(): void }

/**
 * Returns a function that reads the messages of a client. It calls `on` with the type of each message after the first,
 * which has no type.
 */
function reader(on: (type: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      if (started) on(String.fromCharCode(rest[0]!))
      started = true
      rest = rest.subarray(end)
    }
  }
}

/** Opens the proxy. The `BEGIN` and `COMMIT` of a transaction count as statements too, because each is a round trip. */
export async function openCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let statements = 0
  const server = createServer((client) => {
    const database = open(Number(target.port || 5432), target.hostname)
    const read = reader((type) => {
      if (type === 'Q' || type === 'E') statements++
    })
    client.on('data', read)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href
  return {
    url,
    count: () => statements,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
