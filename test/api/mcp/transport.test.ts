import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendRawRequest } from '../../support/raw-requests.ts'
import { serviceForTest as aHouse, startTestService, type TestService } from '../../support/service.ts'
import { openAndSend, requestHeadWithBody } from '../../support/sockets.ts'
import { connect, initialize, post } from './client.ts'

let service: TestService
let auth: Record<string, string>
beforeAll(async () => {
  service = await startTestService({
    env: { CORS_ORIGINS: 'https://learn.example.com', MCP_ALLOWED_HOSTS: 'mcp.example.com' },
  })
  auth = { Authorization: `Bearer ${await service.key()}` }
})
afterAll(() => service.close())

/** A service with another configuration on the same database. */
const another = (env: Record<string, string> = {}) => aHouse({ db: { ...service.db, close: async () => {} }, env })

const refused = (code: number, message: string, data?: object) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message, ...(data && { data }) },
})
const forbidden = (message: string) => refused(-32000, message, { code: 'forbidden', details: {} })

describe('the messages', () => {
  test('a plain call is answered with JSON, without a session', async () => {
    const answer = await post(service, initialize, auth)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(answer.body.result).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, resources: {}, prompts: {} },
      serverInfo: {
        name: 'coursewright',
        title: 'Coursewright',
        version: expect.any(String),
        description: expect.any(String),
      },
      instructions: expect.stringContaining('list_courses'),
    })
  })

  test('a call needs no message before it', async () => {
    const answer = await post(service, { jsonrpc: '2.0', id: 'a', method: 'ping' }, auth)
    expect([answer.status, answer.body]).toEqual([200, { jsonrpc: '2.0', id: 'a', result: {} }])
  })

  test.each([
    ['tools/call', { name: 'list_courses', arguments: null }, 'params.arguments: must be an object'],
    ['tools/call', { name: 'list_courses', arguments: [] }, 'params.arguments: must be an object'],
    ['tools/call', { name: 5 }, 'params.name: must be a string'],
    ['tools/call', undefined, 'params: must be an object'],
    ['tools/list', { cursor: 1 }, 'params.cursor: must be a string'],
    ['resources/read', {}, 'params.uri: must be a string'],
    [
      'prompts/get',
      { name: 'design_course', arguments: { subject: {} } },
      'params.arguments.subject: must be a string',
    ],
  ])('%s with the params %j is refused in words', async (method, params, message) => {
    for (const accept of ['application/json', 'text/event-stream']) {
      const answer = await post(service, { jsonrpc: '2.0', id: 'a', method, params }, { ...auth, Accept: accept })
      const body = accept === 'application/json' ? answer.body : JSON.parse(/^data: (.*)$/m.exec(answer.text)![1]!)
      expect([answer.status, body]).toEqual([200, { jsonrpc: '2.0', id: 'a', error: { code: -32602, message } }])
    }
  })

  test('a notification is 202 without a body', async () => {
    const answer = await post(service, { jsonrpc: '2.0', method: 'notifications/initialized' }, auth)
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  test('an older version of the protocol is spoken where the client asks for it, an unknown one is not', async () => {
    const params = { ...initialize.params, protocolVersion: '2025-03-26' }
    const { body } = await post(service, { ...initialize, params }, auth)
    expect(body.result.protocolVersion).toBe('2025-03-26')
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await post(service, ping, { ...auth, 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400)
  })

  test('a method that does not exist is an error of JSON-RPC', async () => {
    const { body } = await post(service, { jsonrpc: '2.0', id: 1, method: 'tools/burn' }, auth)
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } })
  })

  test.for([
    ['broken JSON', '{"jsonrpc":', refused(-32700, 'Parse error: Invalid JSON')],
    ['what is no message', '{"hello":1}', refused(-32700, 'Parse error: Invalid JSON-RPC message')],
    ['null', 'null', refused(-32700, 'Parse error: Invalid JSON-RPC message')],
    [
      'a batch',
      [initialize, initialize],
      refused(-32600, 'Send one message in each request. Batches are not supported.', {
        code: 'invalid_request',
        details: {},
      }),
    ],
  ] as const)('%s is 400', async ([, message, body]) => {
    const answer = await post(service, message, auth)
    expect([answer.status, answer.body]).toEqual([400, body])
  })

  test('a body of more than 1 MB is read only for a key that may send one', async () => {
    const reader = await service.key({ scopes: ['courses:read'] })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'y'.repeat(1_100_000), arguments: {} } }
    const refused = await post(service, JSON.stringify(call), { Authorization: `Bearer ${reader}` })
    expect([refused.status, refused.body.error.data.details]).toEqual([413, { maxBytes: 1_000_000 }])
    expect(refused.body.error.message).toBe(
      'The request body is larger than 1,000,000 bytes. Split it into several requests. Only calls of create_course and put_course_tree may have 16,000,000 bytes.',
    )
    const answer = await post(service, JSON.stringify(call), auth)
    // The message does not repeat a megabyte of the request.
    expect([answer.status, answer.body.error.message]).toEqual([200, `There is no tool ${'y'.repeat(100)}.`])
  })

  test('another content type is 415, and a body past 16 MB is 413', async () => {
    expect((await post(service, initialize, { ...auth, 'Content-Type': 'text/plain' })).status).toBe(415)
    const large = await post(service, JSON.stringify({ ...initialize, filler: 'x'.repeat(16_000_000) }), auth)
    expect(large.status).toBe(413)
    expect(large.body.error.data).toEqual({ code: 'invalid_request', details: { maxBytes: 16_000_000 } })
    expect(large.body.error.message).toBe(
      'The request body is larger than 16,000,000 bytes. Split it into several requests.',
    )
  })

  test('only a call of a tool may have more than 1 MB', async () => {
    const { params, ...message } = initialize
    const large = { ...message, params: { ...params, filler: 'x'.repeat(1_000_000) } }
    const answer = await post(service, large, auth)
    expect([answer.status, answer.body.error.data.details]).toEqual([413, { maxBytes: 1_000_000 }])
    expect(answer.body.error.message).toContain('Only a call of a tool may have more.')
    const call = {
      ...large,
      method: 'tools/call',
      params: { name: 'list_courses', arguments: {}, filler: large.params.filler },
    }
    expect((await post(service, call, auth)).status).toBe(200)
  })

  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_courses', arguments: {} } }
  test.each([
    ['the message', { ...call, ...members(101) }],
    ['its params', { ...call, params: { ...call.params, ...members(101) } }],
    ['its arguments', { ...call, params: { ...call.params, arguments: members(101) } }],
    ['its _meta', { ...call, params: { ...call.params, _meta: members(101) } }],
    ['a result', { jsonrpc: '2.0', id: 1, result: members(101) }],
    ['an error', { jsonrpc: '2.0', id: 1, error: members(101) }],
  ])('more than a hundred members of %s are 400', async (_part, message) => {
    const told = refused(-32600, 'Send at most 100 properties in each object of a message.', {
      code: 'invalid_request',
      details: {},
    })
    const answer = await post(service, message, auth)
    expect([answer.status, answer.body]).toEqual([400, told])
  })

  test('an object in a message can have a hundred members', async () => {
    const sent = { ...call, params: { ...call.params, _meta: members(100), ...members(97) } }
    expect((await post(service, sent, auth)).status).toBe(200)
  })

  test('an id and a progress token of more than a thousand characters are 400', async () => {
    const long = 'x'.repeat(1001)
    const messages = [
      { ...call, id: long },
      { ...call, params: { ...call.params, _meta: { progressToken: long } } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: long } },
    ]
    for (const message of messages) expect((await post(service, message, auth)).status).toBe(400)
    expect((await post(service, { ...call, id: long.slice(1) }, auth)).status).toBe(200)
  })
})

describe('the forms of an answer', () => {
  const call = (_meta?: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_courses', arguments: {}, ...(_meta && { _meta }) },
  })
  const events = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!))

  test.for(['application/json', '*/*', 'application/*', 'application/json, text/event-stream'])(
    'JSON for Accept: %s',
    async (Accept) => {
      const answer = await post(service, call(), { ...auth, Accept })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    },
  )

  test('a stream for a client that takes nothing else', async () => {
    const answer = await post(service, call(), { ...auth, Accept: 'text/event-stream' })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(events(answer.text)).toEqual([
      { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ content: expect.any(Array) }) },
    ])
  })

  test('406 for a client that takes neither', async () => {
    expect((await post(service, call(), { ...auth, Accept: 'text/html' })).status).toBe(406)
  })

  test('a stream that tells of progress, for a call that asks for it', async () => {
    const answer = await post(service, call({ progressToken: 'p' }), auth)
    const [progress, result] = events(answer.text)
    expect(progress).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: expect.any(Number) },
    })
    expect(result.result.isError).toBeUndefined()
  })

  test('a client receives the progress of a call', async () => {
    const { client } = await connect(service, await service.key())
    const told: number[] = []
    await client.callTool({ name: 'list_courses' }, undefined, { onprogress: ({ progress }) => told.push(progress) })
    expect(told.length).toBeGreaterThan(0)
  })
})

test('the time limit of a stream that has ended does not close its connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const headers = { ...auth, Host: 'localhost', Accept: 'text/event-stream' }
  const message = requestHeadWithBody({ path: '/mcp', headers }, body.length) + body
  const client = await openAndSend(service.url, message)
  const streamEnd = '\r\n0\r\n\r\n'
  await client.untilReceived(streamEnd)
  vi.advanceTimersByTime(service.app.resourceLimits.maxStreamMs)
  client.socket.write(message)
  await vi.waitFor(() => expect(client.told().split(streamEnd)).toHaveLength(3))
})

describe('the methods', () => {
  test.for(['GET', 'DELETE', 'PUT'])('%s is 405: there is no stream to open and no session to end', async (method) => {
    const answer = await service.http('/mcp', { method, headers: { ...auth, Accept: 'text/event-stream' } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const message = 'This address takes POST, OPTIONS.'
    expect(answer.body).toEqual(refused(-32000, message, { code: 'invalid_request', details: {} }))
  })

  test('a page of a configured origin may ask before it calls', async () => {
    const answer = await service.http('/mcp', {
      method: 'OPTIONS',
      headers: { Origin: 'https://learn.example.com', 'Access-Control-Request-Method': 'POST' },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://learn.example.com')
    expect(answer.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
  })
})

/** A request with a Host and an Origin as a browser would send them. */
async function from(
  where: TestService,
  authorization: string,
  host: string,
  origin?: string,
  more: [string, string][] = [],
) {
  const { status, body } = await sendRawRequest(where.url, {
    method: 'POST',
    path: '/mcp',
    host,
    headers: [
      ['Authorization', authorization],
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json, text/event-stream'],
      ...(origin === undefined ? [] : [['Origin', origin] as const]),
      ...more,
    ],
    body: JSON.stringify(initialize),
  })
  return [status, body.error]
}

const wrongHost = forbidden('This Host is not served here; MCP_ALLOWED_HOSTS and PUBLIC_URL name the hosts.').error
const wrongOrigin = forbidden(
  'Web pages of this Origin may not call this service. CORS_ORIGINS lists the origins that may.',
).error

describe('Host and Origin', () => {
  const ask = (host: string, origin?: string) => from(service, auth.Authorization!, host, origin)

  test.for([
    ['localhost:4000', undefined],
    ['127.0.0.1', undefined],
    ['[::1]:4000', undefined],
    ['mcp.example.com', undefined],
    ['localhost:4000', 'http://localhost:4000'],
    ['mcp.example.com', 'https://mcp.example.com'],
    ['localhost:4000', 'https://learn.example.com'],
  ] as const)('Host %s with Origin %s is served', async ([host, origin]) => {
    expect(await ask(host, origin)).toEqual([200, undefined])
  })

  test.for(['evil.example.com', 'localhost.evil.example.com', 'evil.example.com:4000', ''])(
    'Host %s is 403: a name that was pointed here',
    async (host) => {
      expect(await ask(host, `http://${host}`)).toEqual([403, wrongHost])
    },
  )

  test.for(['https://evil.example.com', 'http://localhost:4001', 'null', 'https://learn.example.com.evil.org'])(
    'Origin %s is 403',
    async (origin) => {
      expect(await ask('localhost:4000', origin)).toEqual([403, wrongOrigin])
    },
  )

  test('a service that listens everywhere and knows no name of its own serves any Host, and no page', async () => {
    const open = await another({ HOST: '0.0.0.0' })
    const authorization = `Bearer ${await open.key()}`
    expect(await from(open, authorization, 'courses.internal:4000')).toEqual([200, undefined])
    expect(await from(open, authorization, 'evil.example.com', 'http://evil.example.com')).toEqual([403, wrongOrigin])
  })

  test('PUBLIC_URL names the host, also behind a proxy that tells it', async () => {
    const proxied = await another({ HOST: '0.0.0.0', PUBLIC_URL: 'https://courses.example.com', TRUST_PROXY: '1' })
    const authorization = `Bearer ${await proxied.key()}`
    const told: [string, string][] = [['X-Forwarded-Host', 'courses.example.com']]
    expect(await from(proxied, authorization, 'courses.example.com')).toEqual([200, undefined])
    expect(await from(proxied, authorization, 'upstream:4000', 'https://courses.example.com', told)).toEqual([
      200,
      undefined,
    ])
    expect(await from(proxied, authorization, 'upstream:4000')).toEqual([403, wrongHost])
  })

  test('X-Forwarded-Host is believed of a trusted proxy alone, and of several names the last', async () => {
    const forwarded = (name: string): [string, string][] => [['X-Forwarded-Host', name]]
    const ask = (where: TestService, authorization: string, told: string) =>
      from(where, authorization, 'evil.example.com', undefined, forwarded(told))
    expect(await ask(service, auth.Authorization!, 'localhost')).toEqual([403, wrongHost])
    const proxied = await another({ TRUST_PROXY: '1' })
    const authorization = `Bearer ${await proxied.key()}`
    expect(await ask(proxied, authorization, 'localhost')).toEqual([200, undefined])
    expect(await ask(proxied, authorization, 'evil.example.com, localhost')).toEqual([200, undefined])
    expect(await ask(proxied, authorization, 'localhost, evil.example.com')).toEqual([403, wrongHost])
  })
})
