import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '../support/error-bodies.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let key: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
  key = await service.key()
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const basic = 'Basic cHJveHk6c2VjcmV0'
const json = { 'Content-Type': 'application/json' }
const post = (path: string, body: object, headers: Record<string, string>) =>
  service.http(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

test('every API takes X-API-Key beside the Basic credential of a proxy', async () => {
  const headers = { Authorization: basic, 'X-API-Key': key }
  const rest = await service.rest('GET', '/courses', undefined, undefined, headers)
  expect(rest.status).toBe(200)
  const graphql = await post('/graphql', { query: '{ coursePage { pageInfo { page } } }' }, headers)
  expect(graphql.body).toEqual({ data: { coursePage: { pageInfo: { page: 1 } } } })
  const mcp = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)
  expect([mcp.status, mcp.body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
})

test('every API refuses two different keys, and a Basic credential without a key', async () => {
  const refused: Record<string, string>[] = [
    { Authorization: `Bearer ${await service.key()}`, 'X-API-Key': key },
    { Authorization: basic },
  ]
  for (const headers of refused) {
    const rest = await service.rest('GET', '/courses', undefined, undefined, headers)
    const graphql = await post('/graphql', { query: '{ coursePage { pageInfo { page } } }' }, headers)
    const mcp = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)
    for (const { status, headers } of [rest, graphql, mcp])
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)])
  }
})

const routes: [method: string, path: string][] = [
  ['GET', '/api-keys'],
  ['GET', '/api-keys/'],
  ['POST', '/api-keys'],
  ['DELETE', '/api-keys/x'],
  ['POST', '/api-keys/x/rotate'],
]

test.each(['nonsense', 'a.b.c', 'a.b', 'eyJhbGciOiJSUzI1NiJ9'])(
  'the key routes say that the ID token %s is not valid',
  async (token) => {
    for (const [method, path] of routes) {
      const { status, body } = await service.rest(method, path, token, method === 'POST' ? { name: 'ci' } : undefined)
      expect([path, status, body]).toEqual([path, 401, errorBody('unauthorized', 'The ID token is not valid.')])
    }
  },
)

test('a key on the key routes is refused as a key, and a bad key elsewhere too', async () => {
  const refused = await service.rest('GET', '/api-keys', key)
  expect(refused.body.error.message).toBe('This operation takes an ID token of the identity provider, not an API key.')
  const bad = await service.rest('GET', '/courses', 'nonsense')
  expect([bad.status, bad.body]).toEqual([401, errorBody('unauthorized', 'The API key is not valid.')])
  const token = await service.graphql(
    'mutation { createApiKey(input: { name: "ci" }) { keyId } }',
    'eyJhbGciOiJub25lIn0',
  )
  expect(token.errors[0]).toMatchObject({
    message: 'The ID token is not valid.',
    extensions: { code: 'unauthorized' },
  })
})
