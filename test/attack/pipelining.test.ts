import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeHttpServer } from '../../src/http/pipeline/listener.ts'
import { limitPipelining } from '../../src/http/pipeline/pipelining.ts'
import { serviceForTest } from '../support/service.ts'
import { openAndSend, openSocket, requestHead } from '../support/sockets.ts'

const live = requestHead({ path: '/health/live' })

test('ten requests of a connection are answered at once, in their order', async () => {
  const { url } = await serviceForTest()
  const pipelined = await openAndSend(url, live.repeat(10))
  await vi.waitFor(() => expect(pipelined.told().match(/HTTP\/1\.1 200/g)).toHaveLength(10))
  pipelined.socket.write(live)
  await vi.waitFor(() => expect(pipelined.told().match(/HTTP\/1\.1 200/g)).toHaveLength(11))
})

test('a slow request is answered although another one waits behind it on the connection', async () => {
  let executions = 0
  const onExecute = async () => {
    executions++
    if (executions === 1) await wait(1500)
  }
  const service = await serviceForTest({ timeouts: { stalledTimeout: 300 }, plugins: [{ onExecute }] })
  const request = requestHead({ path: '/api/v1/courses', key: await service.key() })
  const pipelined = await openAndSend(service.url, request.repeat(2))
  await expect.poll(() => pipelined.told().match(/HTTP\/1\.1 200/g)?.length, { timeout: 10_000 }).toBe(2)
})

test('a connection with more than ten unanswered requests is closed, and the others are not even parsed', async () => {
  const { url, app } = await serviceForTest()
  const onParsed = vi.fn()
  subscribe('http.server.request.start', onParsed)
  onTestFinished(() => void unsubscribe('http.server.request.start', onParsed))
  const handle = vi.spyOn(app, 'handle')
  const server = makeHttpServer(app).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const socket = await openSocket(Object.assign(new URL(url), { port }).href)
  socket.resume().write(requestHead({ path: '/api/v1/courses' }).repeat(1000))
  await once(socket, 'close')
  expect([handle.mock.calls.length, onParsed.mock.calls.length]).toEqual([10, 11])
})

test('an answered request makes room for the next', () => {
  const closed: (() => void)[] = []
  const destroy = vi.fn()
  const handle = vi.fn()
  const listener = limitPipelining(handle, 2)
  const socket = { destroy }
  const send = () =>
    listener(
      { socket } as unknown as Parameters<typeof listener>[0],
      { on: (_event: string, done: () => void) => closed.push(done) } as unknown as Parameters<typeof listener>[1],
    )
  send()
  send()
  closed[0]!()
  send()
  expect([handle.mock.calls.length, destroy.mock.calls.length]).toEqual([3, 0])
  send()
  expect([handle.mock.calls.length, destroy.mock.calls.length]).toEqual([3, 1])
})
