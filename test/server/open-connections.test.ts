import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeGracefulServerClose } from '../../src/server/open-connections.ts'
import { openAndSend, requestHead } from '../support/sockets.ts'

async function followed() {
  const asked: { req: IncomingMessage; res: ServerResponse }[] = []
  const server = createServer({ keepAliveTimeout: 600_000 }, (req, res) => void asked.push({ req, res }))
  const close = makeGracefulServerClose(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const untilAsked = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count), 20_000)
  return { server, url, asked, close, untilAsked }
}

const one = requestHead({ path: '/' })

test('a stop closes idle and unused connections, and waits for responses', async () => {
  const { url, asked, close, untilAsked } = await followed()
  const [unused, idle, busy] = [await openAndSend(url, ''), await openAndSend(url, one), await openAndSend(url, one)]
  await untilAsked(2)
  const [first, second] = asked.toSorted((a, b) => a.req.socket.remotePort! - b.req.socket.remotePort!)
  const ports = [idle.socket.localPort!, busy.socket.localPort!].toSorted((a, b) => a - b)
  const of = (port: number) => (ports[0] === port ? first! : second!).res
  of(idle.socket.localPort!).end('done\n')
  await idle.untilAnswered()
  let isClosed = false
  const closed = close(60_000).then(() => {
    isClosed = true
  })
  await unused.untilClosed()
  await idle.untilClosed()
  expect([isClosed, busy.isClosed()]).toEqual([false, false])
  of(busy.socket.localPort!).end('done\n')
  await closed
  await busy.untilClosed()
  // The header tells the client to open another connection for its next request.
  expect(busy.told()).toContain('\r\nConnection: close\r\n')
})

test('a response whose head was sent before the stop is finished unchanged', async () => {
  const { url, asked, close, untilAsked } = await followed()
  const talked = await openAndSend(url, one)
  await untilAsked(1)
  const { res } = asked[0]!
  res.writeHead(200, { 'Content-Length': 5 }).write('do')
  await talked.untilReceived('do')
  const closed = close(60_000)
  res.end('ne\n')
  await talked.untilReceived('done')
  talked.socket.destroy()
  await closed
})

test('a stop cuts off a response that takes longer than the grace period', async () => {
  const { url, close, untilAsked } = await followed()
  const slow = await openAndSend(url, one)
  await untilAsked(1)
  await close(50)
  await slow.untilClosed()
  expect(slow.told()).toBe('')
})

test('a stop waits for connections that another listening socket has accepted, and cuts them off too', async () => {
  const { server, asked, close, untilAsked } = await followed()
  const other = createNetServer((socket) => void server.emit('connection', socket))
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  onTestFinished(() => void other.close())
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const [answered, slow] = [await openAndSend(url, one), await openAndSend(url, one)]
  await untilAsked(2)
  let isClosed = false
  const closed = close(300).then(() => {
    isClosed = true
  })
  await new Promise((done) => setTimeout(done, 20))
  expect(isClosed).toBe(false)
  asked.find(({ req }) => req.socket.remotePort === answered.socket.localPort)!.res.end('done\n')
  await answered.untilClosed()
  await closed
  await slow.untilClosed()
  expect([answered.status(), slow.told()]).toEqual([200, ''])
})

test('a stop that is done leaves no timer behind', async () => {
  const { close } = await followed()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await close(60_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('a request that arrives during a stop on an open connection is answered, and its connection is closed', async () => {
  const { url, asked, close, untilAsked } = await followed()
  const talked = await openAndSend(url, one)
  await untilAsked(1)
  const closed = close(60_000)
  talked.socket.write(one)
  asked[0]!.res.removeHeader('Connection')
  asked[0]!.res.end('first\n')
  await untilAsked(2)
  asked[1]!.res.end('second\n')
  await talked.untilClosed()
  await closed
  expect(talked.told()).toMatch(/second\n/)
  expect(talked.told().split('HTTP/1.1')[2]).toContain('\r\nConnection: close\r\n')
})

/** A server whose connections are only noted. */
function notedServer() {
  const events: string[] = []
  const noted = Object.assign(new EventEmitter(), { close: () => {}, closeIdleConnections: () => {} })
  const close = makeGracefulServerClose(noted as unknown as Server)
  const connect = (name: string) => {
    const destroy = () => events.push(`${name} destroyed`)
    const socket = Object.assign(new EventEmitter(), { bytesRead: 0, destroy })
    noted.emit('connection', socket)
    return socket
  }
  const ask = (name: string, socket: EventEmitter) => {
    const setHeader = () => events.push(`${name} is the last`)
    const res = Object.assign(new EventEmitter(), { headersSent: false, setHeader })
    noted.emit('request', { socket }, res)
    return res
  }
  const stop = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    void close(1000)
    return events
  }
  return { connect, ask, stop }
}

test('a connection that has closed is forgotten with its response', () => {
  const { connect, ask, stop } = notedServer()
  const [open, gone] = [connect('open'), connect('gone')]
  ask('response', gone)
  gone.emit('close')
  expect([stop(), open.listenerCount('close')]).toEqual([['open destroyed'], 1])
})

test('of two requests on one connection, the later one is the last, also when the earlier one ends late', () => {
  const { connect, ask, stop } = notedServer()
  const socket = connect('socket')
  socket.bytesRead = 1
  const [first] = [ask('first', socket), ask('second', socket)]
  first.emit('close')
  expect(stop()).toEqual(['second is the last'])
  expect(socket.listenerCount('close')).toBe(2)
})
