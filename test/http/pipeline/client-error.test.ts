import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeClientErrorHandler } from '../../../src/http/pipeline/client-error.ts'
import { makeHttpServer } from '../../../src/http/pipeline/listener.ts'
import { errorBody } from '../../support/error-bodies.ts'
import { startFakeModel, startsAndHangs } from '../../support/language-model.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { openAndSend, requestHead, requestHeadWithBody } from '../../support/sockets.ts'

let model: Awaited<ReturnType<typeof startFakeModel>>
let one: TestService
let key: string
beforeAll(async () => {
  model = await startFakeModel()
  one = await startTestService({
    env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test', RATE_LIMIT_AI: '1000' },
    timeouts: { headersTimeout: 1000, requestTimeout: 2000, connectionsCheckingInterval: 50 },
  })
  key = await one.key()
})
afterAll(async () => {
  await one.close()
  await model.close()
})

const garbage = 'no request at all\r\n\r\n'
const live = requestHead({ path: '/health/live' })

test.each([
  ['a malformed request', garbage, 400, 'The request is not well-formed HTTP.'],
  [
    'headers of 20 KB',
    requestHead({ path: '/', headers: { X: 'x'.repeat(20_000) } }),
    431,
    'The request headers are larger than 16 KB.',
  ],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 405, 'This service is not a proxy.'],
  ['half of a request head', 'GET / HTTP/1.1\r\n', 408, 'The request did not arrive in time.'],
  ['nothing', '', 408, 'The request did not arrive in time.'],
])('%s is refused in the usual format, and the connection is closed', async (_what, sent, status, message) => {
  const talked = await openAndSend(one.url, sent)
  await talked.untilClosed()
  expect([talked.status(), talked.body()]).toEqual([status, errorBody('invalid_request', message)])
  for (const header of ['X-Request-Id', 'X-RateLimit-Limit', 'Cache-Control: no-store', 'Connection: close'])
    expect(talked.told()).toContain(`\r\n${header}`)
})

test('a refused connection is closed even if its client keeps its side open', async () => {
  const server = makeHttpServer(one.app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  client.resume().write(garbage)
  await once(client, 'end')
  const open = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  await expect.poll(open, { timeout: 5000 }).toBe(0)
})

test('a body that arrives too slowly is refused with 408', async () => {
  const slow = await openAndSend(one.url, requestHeadWithBody({ path: '/api/v1/courses', key }, 1000))
  const timer = setInterval(() => slow.socket.write(' '), 100)
  await slow.untilClosed().finally(() => clearInterval(timer))
  expect([slow.status(), slow.body().error.message]).toEqual([408, 'The request did not arrive in time.'])
})

test('garbage after a request whose response is being sent closes the connection and adds nothing to the response', async () => {
  model.behave(startsAndHangs('{'))
  const body = '{"prompt":"Leaves"}'
  const head = { path: '/api/v1/ai/generate-content', key, headers: { Accept: 'text/event-stream' } }
  const stream = await openAndSend(one.url, requestHeadWithBody(head, body.length) + body)
  await stream.untilReceived('event: started')
  stream.socket.write(garbage)
  await stream.untilClosed()
  expect(stream.told().match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(stream.told()).not.toContain('"error"')
  const after = await openAndSend(one.url, live)
  await after.untilAnswered()
  expect(after.status()).toBe(200)
})

test('garbage after a request that has no response yet is answered once', async () => {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  model.behave(async (_body, _req, res) => {
    asked.resolve()
    await held.promise
    res.destroy()
  })
  const body = '{"prompt":"Leaves"}'
  const waiting = await openAndSend(
    one.url,
    requestHeadWithBody({ path: '/api/v1/ai/generate-content', key }, body.length) + body,
  )
  await asked.promise
  waiting.socket.write(garbage)
  await waiting.untilClosed()
  held.resolve()
  expect(waiting.status()).toBe(400)
  expect(waiting.told().match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test.each([
  ['an invalid size of a chunk', 'zz\r\n', 400],
  ['trailers of 60 KB', `1\r\nx\r\n0\r\n${`X: ${'y'.repeat(1000)}\r\n`.repeat(60)}\r\n`, 431],
  ['100,000 trailers', `1\r\nx\r\n0\r\n${'a:\r\n'.repeat(100_000)}\r\n`, 431],
  ['a chunk extension of 100 KB', `1;${'e'.repeat(100_000)}\r\nx\r\n0\r\n\r\n`, 413],
])('%s that comes with its request is refused once, with the usual headers', async (_what, body, status) => {
  const talked = await openAndSend(one.url, requestHeadWithBody({ path: '/api/v1/courses', key }) + body)
  await talked.untilClosed()
  expect([talked.status(), talked.body().error.code]).toEqual([status, 'invalid_request'])
  for (const header of ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Reset', 'Connection: close'])
    expect(talked.told()).toContain(`\r\n${header}`)
  expect(talked.told().match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
})

test('the connection of a malformed request is closed also if the request cannot be counted', async () => {
  const handleClientError = makeClientErrorHandler({
    limiter: { count: () => Promise.reject(new Error('no counter')) },
    inFlight: new WeakMap(),
    corsOrigins: [],
    anonymousLimit: 60,
  } as unknown as Parameters<typeof makeClientErrorHandler>[0])
  const socket = new PassThrough()
  handleClientError(Object.assign(new Error('malformed'), { code: 'HPE_INVALID_METHOD' }), socket)
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})
