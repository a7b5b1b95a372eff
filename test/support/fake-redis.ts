import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Command = readonly string[]

/** Parses the complete commands in `text` (RESP arrays of bulk strings). Returns them with the rest of the text. */
function parseCommands(text: string): [commands: Command[], rest: string] {
  const commands: Command[] = []
  let at = 0
  const line = () => {
    const end = text.indexOf('\r\n', at)
    if (end < 0) throw new RangeError('incomplete')
    const found = text.slice(at, end)
    at = end + 2
    return found
  }
  for (let begin = 0; ; begin = at) {
    try {
      const words = Array.from({ length: Number(line().slice(1)) }, () => {
        const length = Number(line().slice(1))
        if (at + length + 2 > text.length) throw new RangeError('incomplete')
        const word = text.slice(at, at + length)
        at += length + 2
        return word
      })
      commands.push(words)
    } catch {
      return [commands, text.slice(begin)]
    }
  }
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

/**
 * Starts a Redis server that knows a few commands: `SET`, `PING`, `PUBLISH` and `SUBSCRIBE`. `refuse` may answer a
 * command with an error. It ends with the test.
 */
export async function startFakeRedis(refuse: (command: Command) => string | undefined = () => undefined) {
  const commands: Command[] = []
  const sockets = new Set<Socket>()
  const subscribers = new Set<Socket>()
  let connections = 0
  const state = { isSilent: false, isClosed: false }

  function answer(socket: Socket, command: Command): string {
    const [name = '', first = '', second = ''] = command
    const refused = refuse(command)
    if (refused) return `-${refused}\r\n`
    switch (name.toLowerCase()) {
      case 'hello':
        return "-ERR unknown command 'HELLO'\r\n"
      case 'info':
        return bulk('role:master\r\n')
      case 'ping':
        return subscribers.has(socket) ? `*2\r\n${bulk('pong')}${bulk('')}` : '+PONG\r\n'
      case 'subscribe':
        subscribers.add(socket)
        return `*3\r\n${bulk('subscribe')}${bulk(first)}:1\r\n`
      case 'publish':
        for (const one of subscribers) one.write(`*3\r\n${bulk('message')}${bulk(first)}${bulk(second)}`)
        return `:${subscribers.size}\r\n`
      default:
        return '+OK\r\n'
    }
  }

  const server = createServer((socket) => {
    connections++
    if (state.isClosed) return void socket.destroy()
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      subscribers.delete(socket)
    })
    let received = ''
    socket.on('data', (data) => {
      const [all, rest] = parseCommands(received + data.toString())
      received = rest
      for (const command of all) {
        commands.push(command)
        if (!state.isSilent) socket.write(answer(socket, command))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    hangUp()
    server.close()
  })
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The commands that clients have sent, in order. */
    commands,
    count: (name: string) => commands.filter(([first]) => first?.toLowerCase() === name).length,
    connections: () => connections,
    /** Returns how many connections are open. */
    open: () => sockets.size,
    /** Answers nothing while `isSilent`, and accepts no connections while `isClosed`. */
    state,
    hangUp,
  }
}
