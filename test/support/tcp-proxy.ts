import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A message of PostgreSQL's protocol: its type, its length and its content (PostgreSQL documentation, section 55.7). */
function messageOf(type: string, content: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + content.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)])
}

/** The answer to a statement that PostgreSQL refuses. The session stays open. */
const refusedStatement = Buffer.concat([messageOf('E', 'SERROR\0VERROR\0C58000\0Mrefused\0\0'), messageOf('Z', 'E')])

/** Starts a TCP proxy that can interrupt the connections to a server. */
export async function startTcpProxy(target: string) {
  const { protocol, pathname } = new URL(target)
  let { hostname, port } = new URL(target)
  const pairs = new Set<[Socket, Socket]>()
  const forgotten = new WeakSet<[Socket, Socket]>()
  const unanswered = new WeakSet<[Socket, Socket]>()
  let state: 'open' | 'closed' | 'silent' = 'open'
  const received: string[] = []
  let refusesRollback = false
  const server = createServer((client) => {
    if (state === 'closed') return void client.destroy()
    const upstream = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.on('data', (data) => {
      received.push(data.toString('latin1'))
      if (refusesRollback && data.includes('ROLLBACK')) {
        refusesRollback = false
        return void client.write(refusedStatement)
      }
      if (state !== 'silent' && !forgotten.has(pair)) upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (state !== 'silent' && !forgotten.has(pair) && !unanswered.has(pair)) client.write(data)
    })
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('close', end).on('error', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hangUp = () => {
    for (const [client] of pairs) client.destroy()
  }
  return {
    url: `${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    /** All data from clients, in order. */
    received,
    /** Closes all connections and refuses new ones. */
    cut: () => {
      state = 'closed'
      hangUp()
    },
    /** Drops all data of the open connections, like a firewall that has forgotten them. New connections work. */
    forget: () => {
      for (const pair of pairs) forgotten.add(pair)
    },
    /** Drops the responses of the server on the open connections. */
    loseAnswers: () => {
      for (const pair of pairs) unanswered.add(pair)
    },
    /** Refuses the next ROLLBACK, which the server does not receive. */
    refuseRollback: () => {
      refusesRollback = true
    },
    /** Accepts connections and drops all data. */
    silence: () => {
      state = 'silent'
    },
    /** Ends the interruption. Silent connections are closed, and their data is lost. */
    restore: () => {
      if (state === 'silent') hangUp()
      state = 'open'
    },
    /** Closes all connections and sends new ones to another server. */
    redirect: (url: string) => {
      ;({ hostname, port } = new URL(url))
      hangUp()
    },
    close: () => {
      hangUp()
      server.close()
    },
  }
}
