import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { house as aHouse, type House, makeHouse } from '../house.ts'
import { wire } from '../wire.ts'
import { connect, initialize, post } from './client.ts'

let house: House
let auth: Record<string, string>
beforeAll(async () => {
  house = await makeHouse({ env: { CORS_ORIGINS: 'https://learn.example.com', MCP_ALLOWED_HOSTS: 'mcp.example.com' } })
  auth = { Authorization: `Bearer ${await house.key()}` }
})
afterAll(() => house.close())

/** A service with another configuration on the same database. */
const another = (env: Record<string, string> = {}) => aHouse({ db: { ...house.db, close: async () => {} }, env })

const refused = (code: number, message: string, data?: object) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message, ...(data && { data }) },
})
const forbidden = (message: string) => refused(-32000, message, { code: 'forbidden', details: {} })

describe('the messages', () => {
  test('a plain call is answered with JSON, without a session', async () => {
    const answer = await post(house, initialize, auth)
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
    const answer = await post(house, { jsonrpc: '2.0', id: 'a', method: 'ping' }, auth)
    expect([answer.status, answer.body]).toEqual([200, { jsonrpc: '2.0', id: 'a', result: {} }])
  })

  test('a notification is 202 without a body', async () => {
    const answer = await post(house, { jsonrpc: '2.0', method: 'notifications/initialized' }, auth)
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  test('an older version of the protocol is spoken where the client asks for it, an unknown one is not', async () => {
    const params = { ...initialize.params, protocolVersion: '2025-03-26' }
    const { body } = await post(house, { ...initialize, params }, auth)
    expect(body.result.protocolVersion).toBe('2025-03-26')
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await post(house, ping, { ...auth, 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400)
  })

  test('a method that does not exist is an error of JSON-RPC', async () => {
    const { body } = await post(house, { jsonrpc: '2.0', id: 1, method: 'tools/burn' }, auth)
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } })
  })

  test.for([
    ['broken JSON', '{"jsonrpc":', refused(-32700, 'Parse error: Invalid JSON')],
    ['what is no message', '{"hello":1}', refused(-32700, 'Parse error: Invalid JSON-RPC message')],
    ['null', 'null', refused(-32700, 'Parse error: Invalid JSON-RPC message')],
    [
      'a batch',
      [initialize, initialize],
      refused(-32600, 'Send one message a request: batches are not taken.', { code: 'invalid_request', details: {} }),
    ],
  ] as const)('%s is 400', async ([, message, body]) => {
    const answer = await post(house, message, auth)
    expect([answer.status, answer.body]).toEqual([400, body])
  })

  test('another content type is 415, and a body past 16 MB is 413', async () => {
    expect((await post(house, initialize, { ...auth, 'Content-Type': 'text/plain' })).status).toBe(415)
    const large = await post(house, JSON.stringify({ ...initialize, filler: 'x'.repeat(16_000_000) }), auth)
    expect(large.status).toBe(413)
    expect(large.body.error.data).toEqual({ code: 'invalid_request', details: { maxBytes: 16_000_000 } })
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
      const answer = await post(house, call(), { ...auth, Accept })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    },
  )

  test('a stream for a client that takes nothing else', async () => {
    const answer = await post(house, call(), { ...auth, Accept: 'text/event-stream' })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(events(answer.text)).toEqual([
      { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ content: expect.any(Array) }) },
    ])
  })

  test('406 for a client that takes neither', async () => {
    expect((await post(house, call(), { ...auth, Accept: 'text/html' })).status).toBe(406)
  })

  test('a stream that tells of progress, for a call that asks for it', async () => {
    const answer = await post(house, call({ progressToken: 'p' }), auth)
    const [progress, result] = events(answer.text)
    expect(progress).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: expect.any(Number) },
    })
    expect(result.result.isError).toBeUndefined()
  })

  test('and the client hears it', async () => {
    const { client } = await connect(house, await house.key())
    const told: number[] = []
    await client.callTool({ name: 'list_courses' }, undefined, { onprogress: ({ progress }) => told.push(progress) })
    expect(told.length).toBeGreaterThan(0)
  })
})

describe('the methods', () => {
  test.for(['GET', 'DELETE', 'PUT'])('%s is 405: there is no stream to open and no session to end', async (method) => {
    const answer = await house.http('/mcp', { method, headers: { ...auth, Accept: 'text/event-stream' } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const message = 'This address takes POST.'
    expect(answer.body).toEqual(refused(-32000, message, { code: 'invalid_request', details: {} }))
  })

  test('a page of a configured origin may ask before it calls', async () => {
    const answer = await house.http('/mcp', {
      method: 'OPTIONS',
      headers: { Origin: 'https://learn.example.com', 'Access-Control-Request-Method': 'POST' },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://learn.example.com')
    expect(answer.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
  })
})

/** A request with a Host and an Origin as a browser would send them. */
async function from(where: House, authorization: string, host: string, origin?: string, more: [string, string][] = []) {
  const { status, body } = await wire(where.url, {
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
const wrongOrigin = forbidden('Pages of this Origin may not call; CORS_ORIGINS names those that may.').error

describe('Host and Origin', () => {
  const ask = (host: string, origin?: string) => from(house, auth.Authorization!, host, origin)

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
})
