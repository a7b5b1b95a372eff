import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getResponseAbortSignal } from '../../src/http/abort-signal.ts'
import { onResponseSentOrAborted } from '../../src/http/on-finished.ts'
import { makeFakeExchange } from '../support/exchanges.ts'
import { openSocket, requestHead } from '../support/sockets.ts'

/** A server that receives pipelined requests on one connection. */
async function pipeline(count: number) {
  const asked: { req: IncomingMessage; res: ServerResponse }[] = []
  const server = createServer((req, res) => void asked.push({ req, res }))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const socket = await openSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  socket.resume().write(requestHead({ path: '/' }).repeat(count))
  await vi.waitFor(() => expect(asked).toHaveLength(count), 20_000)
  return { asked, socket }
}

test('a finished response is reported once, and so are all responses of a closed connection', async () => {
  const { asked, socket } = await pipeline(20)
  const over: number[] = []
  for (const [index, one] of asked.entries()) onResponseSentOrAborted(one, () => over.push(index))
  asked[0]!.res.end()
  await vi.waitFor(() => expect(over).toEqual([0]), 20_000)
  const signals = asked.map(getResponseAbortSignal)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, ...Array(19).fill(false)])
  socket.destroy()
  await vi.waitFor(() => expect(over.toSorted((a, b) => a - b)).toEqual([...asked.keys()]), 20_000)
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
  let isCalled = false
  onResponseSentOrAborted(asked[5]!, () => {
    isCalled = true
  })
  expect(isCalled).toBe(true)
  await turn()
  expect(over).toHaveLength(20)
})

test('pipelined requests share one close listener', async () => {
  const { asked } = await pipeline(30)
  const { socket } = asked[0]!.req
  const before = socket.listenerCount('close')
  for (const one of asked) onResponseSentOrAborted(one, () => {})
  expect(socket.listenerCount('close')).toBe(before + 1)
})

test('the end of a connection ends all its responses, also those of which Node reports no end', () => {
  const { exchange, res, hangUp } = makeFakeExchange()
  const over: number[] = []
  for (const index of [0, 1, 2, 3]) onResponseSentOrAborted(exchange, () => over.push(index))
  hangUp()
  expect(over).toEqual([0, 1, 2, 3])
  res.emit('close')
  onResponseSentOrAborted(exchange, () => over.push(4))
  expect(over).toEqual([0, 1, 2, 3, 4])
})
