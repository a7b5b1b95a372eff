import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Row = Record<string, string | number>

/**
 * What the server does with a statement: it returns rows, refuses the statement with a SQLSTATE, never answers, or
 * closes the connection.
 */
export type Reply = Row[] | { code: string } | 'silence' | 'hang up'

/** One connection of a client. The server has given it the number `pid`. */
export type Session = { pid: number; statements: string[] }

/** Makes a message of PostgreSQL's protocol (PostgreSQL documentation, section 55.7). */
function messageOf(type: string, ...parts: (string | number | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : encode(part))))
  return Buffer.concat([Buffer.from(type), encode(4 + content.length), content])
}

/** Encodes a number as four bytes, and a text with the null byte that ends it. */
function encode(part: string | number): Buffer {
  if (typeof part === 'string') return Buffer.from(`${part}\0`)
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(part)
  return bytes
}

function encodeShort(number: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(number)
  return bytes
}

const integer = 23
const text = 25

const columnsOf = (row: Row) =>
  messageOf(
    'T',
    encodeShort(Object.keys(row).length),
    ...Object.entries(row).flatMap(([name, value]) => [
      ...[name, 0, encodeShort(0), typeof value === 'number' ? integer : text],
      ...[encodeShort(-1), -1, encodeShort(0)],
    ]),
  )

const valuesOf = (row: Row) =>
  messageOf(
    'D',
    encodeShort(Object.keys(row).length),
    ...Object.values(row).flatMap((value) => {
      const bytes = Buffer.from(String(value))
      return [bytes.length, bytes]
    }),
  )

const completed = messageOf('C', 'SELECT')
const ready = messageOf('Z', Buffer.from('I'))
const noData = messageOf('n')
const refusalOf = (code: string) =>
  messageOf(
    'E',
    Buffer.from('S'),
    'ERROR',
    Buffer.from('V'),
    'ERROR',
    Buffer.from('C'),
    code,
    Buffer.from('M'),
    'refused',
    '',
  )

/** The answers to one connection. Statements are known by the name under which the client has prepared them. */
function makeSession(socket: Socket, session: Session, replyTo: (text: string, session: Session) => Reply) {
  const prepared = new Map<string, string>()
  let reply: Reply = []
  /** After an error, PostgreSQL ignores everything up to the next `Sync`. */
  let isSkipping = false
  let isSilent = false

  function run(statement: string): Buffer[] | undefined {
    session.statements.push(statement)
    reply = replyTo(statement, session)
    if (reply === 'silence') isSilent = true
    else if (reply === 'hang up') socket.destroy()
    else if ('code' in reply) return [refusalOf(reply.code)]
    else return reply.map(valuesOf)
    return undefined
  }

  function answer(type: string, content: Buffer): Buffer[] | undefined {
    const [first = '', second = ''] = content.toString('latin1').split('\0')
    if (type === 'S') {
      isSkipping = false
      return [ready]
    }
    if (isSkipping) return undefined
    if (type === 'Q') {
      const rows = run(first)
      if (!rows) return undefined
      return Array.isArray(reply)
        ? [...(reply[0] ? [columnsOf(reply[0])] : []), ...rows, completed, ready]
        : [...rows, ready]
    }
    if (type === 'P') {
      prepared.set(first, second)
      return [messageOf('1')]
    }
    if (type === 'B') {
      const rows = run(prepared.get(second) ?? '')
      isSkipping = rows !== undefined && !Array.isArray(reply)
      return isSkipping ? rows : [messageOf('2')]
    }
    if (!Array.isArray(reply)) return undefined
    if (type === 'D') return [reply[0] ? columnsOf(reply[0]) : noData]
    return type === 'E' ? [...reply.map(valuesOf), completed] : undefined
  }

  return (type: string, content: Buffer) => {
    if (isSilent) return
    const answers = answer(type, content)
    if (answers && !isSilent && !socket.destroyed) socket.write(Buffer.concat(answers))
  }
}

/**
 * Starts a server that speaks PostgreSQL's protocol and answers each statement as `replyTo` says. It ends with the test.
 */
export async function startFakePostgres(replyTo: (text: string, session: Session) => Reply = () => []) {
  const sessions: Session[] = []
  const sockets = new Map<Session, Socket>()
  let refusesSessions: string | 'silence' | undefined
  const server = createServer((socket) => {
    const session: Session = { pid: sessions.length + 1, statements: [] }
    sessions.push(session)
    sockets.set(session, socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(session))
    const handle = makeSession(socket, session, replyTo)
    let received = Buffer.alloc(0)
    let hasBegun = false
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data])
      for (;;) {
        const start = hasBegun ? 1 : 0
        if (received.length < start + 4) return
        const end = start + received.readInt32BE(start)
        if (received.length < end) return
        const [type, content] = [received.toString('latin1', 0, start), received.subarray(start + 4, end)]
        received = received.subarray(end)
        if (hasBegun) handle(type, content)
        else if (refusesSessions === 'silence') return
        else if (refusesSessions !== undefined) socket.end(refusalOf(refusesSessions))
        else socket.write(Buffer.concat([messageOf('R', 0), messageOf('K', session.pid, 0), ready]))
        hasBegun = true
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets.values()) socket.destroy()
    server.close()
  })
  return {
    url: `postgresql://anyone@127.0.0.1:${(server.address() as AddressInfo).port}/any`,
    sessions,
    /** Returns the sessions whose connection is open. */
    open: () => [...sockets.keys()],
    /** Closes all connections. */
    hangUp: () => {
      for (const socket of sockets.values()) socket.destroy()
    },
    /** Refuses new connections with a SQLSTATE, or does not answer them. `undefined` accepts them again. */
    refuseSessions: (how: string | 'silence' | undefined) => {
      refusesSessions = how
    },
  }
}
