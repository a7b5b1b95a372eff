import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy, so that a test can take a server away from its clients and give it back. */
export async function makeProxy(target: string) {
  const { hostname, port, protocol, pathname } = new URL(target)
  const pairs = new Set<[Socket, Socket]>()
  let state: 'open' | 'closed' | 'silent' = 'open'
  const heard: string[] = []
  const server = createServer((client) => {
    if (state === 'closed') return void client.destroy()
    const upstream = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.on('data', (data) => {
      heard.push(data.toString('latin1'))
      if (state !== 'silent') upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (state !== 'silent') client.write(data)
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
    /** Everything that clients have sent, in order. */
    heard,
    /** Connections break, and new ones are refused. */
    cut: () => {
      state = 'closed'
      hangUp()
    },
    /** Connections stay and nothing passes any more, as behind a firewall that has forgotten them. */
    silence: () => {
      state = 'silent'
    },
    /** What was held back in silence is lost, and its connections with it. */
    restore: () => {
      if (state === 'silent') hangUp()
      state = 'open'
    },
    close: () => {
      hangUp()
      server.close()
    },
  }
}
