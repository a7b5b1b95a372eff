import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConnections } from '../../../src/http/pipeline/connection-limits.ts'

/** Reads what a server sends until it ends or resets the connection. The side of the client stays open. */
function readUntilEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    socket.on('error', () => resolve(received))
    socket.on('end', () => resolve(received))
  })
}

test('at most a hundred refused clients are told why at once, the others are disconnected, and later ones are told again', async () => {
  // Without time-outs, refused connections stay open as long as their clients want.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  const closed: Promise<unknown>[] = []
  limitConnections(server, { total: 0, perIpAddress: 0 }, { isSecure: false, onRefused: () => 'HTTP/1.1 503 \r\n\r\n' })
  server.prependListener('connection', (socket) => closed.push(new Promise((resolve) => socket.once('close', resolve))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  async function countTold(clients: number): Promise<number> {
    const sockets = Array.from({ length: clients }, () => connect({ port, host: '127.0.0.1', allowHalfOpen: true }))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    const received = await Promise.all(sockets.map(readUntilEnd))
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    return received.filter((response) => response.startsWith('HTTP/1.1 503')).length
  }
  expect([await countTold(130), await countTold(1)]).toEqual([100, 1])
})

test('a refused client that keeps its connection open, or resets it, is disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer()
  const refused: Socket[] = []
  limitConnections(server, { total: 0, perIpAddress: 0 }, { isSecure: false, onRefused: () => 'HTTP/1.1 503 \r\n\r\n' })
  server.prependListener('connection', (socket) => refused.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const open = () => connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const [patient, hasty] = [open(), open()]
  onTestFinished(() => void patient.destroy())
  await Promise.all([once(patient, 'data'), once(hasty, 'data')])
  const closeOf = ({ localPort }: Socket) =>
    new Promise((resolve) => refused.find(({ remotePort }) => remotePort === localPort)!.once('close', resolve))
  const [patientClosed, hastyClosed] = [closeOf(patient), closeOf(hasty)]
  hasty.resetAndDestroy()
  await hastyClosed
  vi.advanceTimersByTime(1000)
  await patientClosed
})

test('a refused TLS connection is closed without a response', async () => {
  const server = createServer()
  let refused = 0
  const onRefused = () => {
    refused++
    return ''
  }
  limitConnections(server, { total: 0, perIpAddress: 0 }, { isSecure: true, onRefused })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  expect([await text(socket).catch(() => ''), refused]).toEqual(['', 1])
})

test('the addresses of an IPv6 network of 64 bits share the connections of one address', async () => {
  const server = createServer()
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1']
  let refused = 0
  const onRefused = () => {
    refused++
    return ''
  }
  limitConnections(server, { total: 10, perIpAddress: 1 }, { isSecure: true, onRefused })
  server.prependListener('connection', (socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: addresses.shift() }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const refusals: number[] = []
  for (let count = addresses.length; count > 0; count--) {
    const accepted = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    await accepted
    refusals.push(refused)
  }
  expect(refusals).toEqual([0, 1, 1])
})
