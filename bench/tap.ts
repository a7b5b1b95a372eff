import { createServer, connect as open, type Socket } from 'node:net'

/** A way to PostgreSQL that counts the statements that pass: `Query` and `Execute` messages of its protocol, version 3. */
export type Tap = { url: string; count(): number; close(): void }

/** Calls `on` with the type of each message that a client sends after its first, which has none. */
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

/** Transactions' own `BEGIN` and `COMMIT` count as well: each is a round trip. */
export async function openTap(databaseUrl: string): Promise<Tap> {
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
