import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '../../support/error-bodies.ts'
import { sendRawRequest } from '../../support/raw-requests.ts'
import { serviceForTest, startTestService, type TestService } from '../../support/service.ts'
import { openAndSend, requestHead, requestHeadWithBody } from '../../support/sockets.ts'

let one: TestService
let key: string
beforeAll(async () => {
  one = await startTestService()
  key = await one.key()
})
afterAll(() => one.close())

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a short printable X-Request-Id of the client is used in the response and the log', async () => {
  const { headers } = await one.rest('GET', '/courses', key, undefined, { 'X-Request-Id': 'order-7/retry:2' })
  expect(headers.get('x-request-id')).toBe('order-7/retry:2')
  expect(one.logged).toContainEqual(
    expect.objectContaining({ requestId: 'order-7/retry:2', msg: 'request', status: 200 }),
  )
})

test.each(['', ' ', 'two words', 'x'.repeat(129), 'café'])(
  'the X-Request-Id %j is replaced by a new one',
  async (id) => {
    const { headers } = await one.rest('GET', '/courses', key, undefined, { 'X-Request-Id': id })
    expect(headers.get('x-request-id')).toMatch(uuid)
  },
)

test('the log contains no credentials and no bodies', async () => {
  await one.rest('POST', '/courses', key, { name: 'a very private name' })
  await one.http(`/api/v1/courses?search=private&key=${key}`, { headers: { 'X-API-Key': key } })
  expect(JSON.stringify(one.logged)).not.toContain(key.slice(8))
  expect(JSON.stringify(one.logged)).not.toContain('very private')
})

test('a request that reached the proxy over plain HTTP is refused and not redirected', async () => {
  const behind = await serviceForTest({ env: { TRUST_PROXY: '1' } })
  const its = await behind.key()
  const message =
    'This API requires HTTPS. The request was sent over plain HTTP, so others may know its key: replace the key.'
  for (const path of ['/api/v1/courses', '/graphql', '/']) {
    const { status, headers, body } = await behind.http(path, {
      headers: { 'X-API-Key': its, 'X-Forwarded-Proto': 'http' },
      redirect: 'manual',
    })
    expect([status, headers.get('location')]).toEqual([400, null])
    if (path === '/api/v1/courses') expect(body).toEqual(errorBody('invalid_request', message))
  }
  const proto = async (value: string) =>
    (await behind.rest('GET', '/courses', its, undefined, { 'X-Forwarded-Proto': value })).status
  expect(await proto('https')).toBe(200)
  // Clients can forge the values before that of the proxy.
  expect([await proto('https, http'), await proto('http, https')]).toEqual([400, 200])
  expect((await one.rest('GET', '/courses', key, undefined, { 'X-Forwarded-Proto': 'http' })).status).toBe(200)
})

test.each([
  ['the same twice', ['localhost', 'localhost']],
  ['another one', ['localhost', 'evil.example.com']],
  ['an empty one', ['localhost', '']],
])('two Host headers, %s, are refused by every API', async (_case, [first, second]) => {
  for (const path of ['/api/v1/courses', '/graphql', '/mcp', '/'])
    for (const name of ['Host', 'hOST']) {
      const { status, body } = await sendRawRequest(one.url, {
        path,
        host: first,
        headers: [
          [name, second!],
          ['X-API-Key', key],
        ],
      })
      expect([path, status]).toEqual([path, 400])
      if (path === '/api/v1/courses')
        expect(body).toEqual(errorBody('invalid_request', 'The request has several Host headers. Send one.'))
    }
})

test.each(['a b', 'evil.example.com/x', 'name@evil.example.com', 'a"b', '[::1', 'localhost:port'])(
  'the Host %j, which is no host, is refused by every API',
  async (host) => {
    for (const path of ['/api/v1/courses', '/graphql', '/mcp', '/', '/health/live']) {
      const { status } = await sendRawRequest(one.url, { path, host, headers: [['X-API-Key', key]] })
      expect([path, status]).toEqual([path, 400])
    }
  },
)

test.each(['', 'localhost', 'LOCALHOST:80', '[::1]:4000', '127.0.0.1:', 'a_b.example.com', 'xn--caf-dma.example.com'])(
  'the Host %j is accepted',
  async (host) => {
    expect((await sendRawRequest(one.url, { path: '/health/live', host })).status).toBe(200)
  },
)

test.each(['0.9', '2.0'])('a request in HTTP/%s is refused, and the connection is closed', async (version) => {
  const sent = await openAndSend(one.url, requestHead({ path: '/health/live' }).replace('HTTP/1.1', `HTTP/${version}`))
  await sent.untilClosed()
  expect([sent.status(), sent.body()]).toEqual([400, errorBody('invalid_request', 'Send the request as HTTP/1.1.')])
})

test.each([
  ['gzip, chunked', '1.1'],
  ['identity, chunked', '1.1'],
  ['chunked', '1.0'],
])(
  'a body with Transfer-Encoding: %s in HTTP/%s is refused unread, and the connection is closed',
  async (coding, version) => {
    for (const path of ['/api/v1/courses', '/graphql']) {
      const head = requestHeadWithBody({
        path,
        key,
        headers: { 'Transfer-Encoding': coding, Connection: 'keep-alive' },
      })
      const body = '{"name":"x"}'
      const sent = await openAndSend(
        one.url,
        `${head.replace('HTTP/1.1', `HTTP/${version}`)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      )
      await sent.untilClosed()
      expect([sent.status(), sent.told()]).toEqual([400, expect.stringContaining('only Transfer-Encoding')])
    }
  },
)

test.each([
  ['If-Match', 'PATCH', ['"v2"', '"v1"'], 200],
  ['If-Match', 'PATCH', ['"v2"', '"v3"'], 412],
  ['Idempotency-Key', 'PATCH', ['a', 'b'], 400],
  ['Content-Type', 'PATCH', ['application/json', 'text/plain'], 200],
  ['If-None-Match', 'GET', ['"v9"', '"v1-1"'], 304],
  ['Accept', 'GET', ['text/html', 'application/json'], 200],
])('the header %s may be sent twice without an internal error', async (name, method, values, status) => {
  const { id } = (await one.rest('POST', '/courses', key, { name: 'x' })).body.data
  const usual = name === 'Content-Type' ? [] : [['Content-Type', 'application/json'] as const]
  const answer = await sendRawRequest(one.url, {
    method,
    path: `/api/v1/courses/${id}`,
    headers: [['X-API-Key', key], ...usual, ...values.map((value) => [name, value] as const)],
    body: method === 'PATCH' ? '{"name":"y"}' : '',
  })
  expect(answer.status).toBe(status)
})

test('responses have Strict-Transport-Security if a trusted proxy reports HTTPS', async () => {
  const behind = await serviceForTest({ env: { TRUST_PROXY: '1' } })
  const told = async (from: TestService, host: string, proto: string) =>
    (await sendRawRequest(from.url, { path: '/health/live', host, headers: [['X-Forwarded-Proto', proto]] })).headers[
      'strict-transport-security'
    ]
  expect(await told(behind, 'api.example.com', 'https')).toBe('max-age=31536000')
  expect(await told(behind, 'api.example.com', 'https, http')).toBeUndefined()
  // The header would apply to every service on localhost.
  expect(await told(behind, 'localhost:4000', 'https')).toBeUndefined()
  expect(await told(one, 'api.example.com', 'https')).toBeUndefined()
})

test.each(['/', '/courses', '/dashboard.json', '/favicon.svg'])('%s takes GET, HEAD and OPTIONS only', async (path) => {
  for (const method of ['POST', 'DELETE', 'TRACE']) {
    const { status, headers } = await sendRawRequest(one.url, { method, path })
    expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD, OPTIONS'])
  }
})
