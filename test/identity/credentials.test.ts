import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateApiKey } from '../../src/identity/key-secret.ts'
import { errorBody } from '../support/error-bodies.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { sendRawRequest } from '../support/raw-requests.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let key: string
let other: string
let token: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
  token = await provider.token('ann')
  const made = [1, 2].map((number) => service.rest('POST', '/api-keys', token, { name: `key ${number}` }))
  ;[key, other] = (await Promise.all(made)).map(({ body }) => body.data.key)
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

type Sent = Record<string, string>
const bearer = (credential: string): Sent => ({ Authorization: `Bearer ${credential}` })
const apiKey = (credential: string): Sent => ({ 'X-API-Key': credential })

const content = (headers: Sent) => service.rest('GET', '/courses', undefined, undefined, headers)
const keys = (headers: Sent) => service.rest('GET', '/api-keys', undefined, undefined, headers)
const graphql = async (headers: Sent) => {
  const body = JSON.stringify({ query: '{ viewer { kind } }' })
  return service.http('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })
}

const notValid = 'The API key is not valid.'
const noKey = 'An API key is required: Authorization: Bearer <API_KEY>.'
const noToken = 'An ID token of the identity provider is required: Authorization: Bearer <ID_TOKEN>.'
const notBearer = 'Authorization must be: Bearer <API_KEY>.'
const different = 'Authorization and X-API-Key contain different credentials.'

/** Changes the last character, which belongs to the checksum. */
const mistyped = (value: string) => value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A')

describe.each<[string, () => Sent, string]>([
  ['none', () => ({}), noKey],
  ['an empty X-API-Key', () => apiKey(''), notValid],
  ['a word as a key', () => apiKey('hello'), notValid],
  ['a key without its end', () => bearer(key.slice(0, -1)), notValid],
  ['a key and a letter', () => bearer(`${key}A`), notValid],
  ['a key in capitals', () => bearer(key.toUpperCase()), notValid],
  ['a key with a wrong checksum', () => bearer(mistyped(key)), notValid],
  ['a key of another environment', () => bearer(key.replace('_prod_', '_test_')), notValid],
  ['a well-formed key that nobody made', () => bearer(generateApiKey('cw').value), notValid],
  ['half of a credential', () => ({ Authorization: 'Bearer' }), notBearer],
  ['another scheme', () => ({ Authorization: `Basic ${btoa(`${key}:`)}` }), notBearer],
  ['no scheme', () => ({ Authorization: key }), notBearer],
  ['two keys in one', () => ({ Authorization: `Bearer ${key} ${key}` }), notBearer],
  ['a list of keys', () => apiKey(`${key}, ${key}`), notValid],
  ['two different keys', () => ({ ...bearer(key), ...apiKey(other) }), different],
  ['a good key and a word', () => ({ ...bearer(key), ...apiKey('hello') }), different],
  ['a key and an ID token', () => ({ ...bearer(token), ...apiKey(key) }), different],
  ['an ID token and a key', () => ({ ...bearer(key), ...apiKey(token) }), different],
  ['an ID token as a key', () => apiKey(token), notValid],
])('%s', (_case, headers, message) => {
  test('an unusable credential is refused with 401 and a challenge by every API', async () => {
    for (const ask of [content, keys, graphql]) {
      const { status, headers: told, body } = await ask(headers())
      const reached = ask === graphql && message === noKey
      if (reached) expect([status, body.errors[0].message]).toEqual([200, message])
      else if (ask === graphql) expect([status, body]).toEqual([401, { errors: [told401(message)] }])
      else
        expect([status, body, told.get('www-authenticate')]).toEqual([
          401,
          errorBody('unauthorized', ask === keys && message === noKey ? noToken : message),
          'Bearer',
        ])
    }
  })
})

const told401 = (message: string) => ({ message, extensions: { code: 'unauthorized', details: {} } })

test.each<[string, () => Sent]>([
  ['as a bearer', () => bearer(key)],
  ['as X-API-Key', () => apiKey(key)],
  ['with the scheme in capitals', () => ({ Authorization: `BEARER ${key}` })],
  ['with spaces around', () => ({ Authorization: `Bearer   ${key} ` })],
  ['in both headers', () => ({ ...bearer(key), ...apiKey(key) })],
])('a key %s may use content and GraphQL, but not manage keys', async (_case, headers) => {
  expect((await content(headers())).status).toBe(200)
  expect((await graphql(headers())).body).toEqual({ data: { viewer: { kind: 'key' } } })
  const { status, body } = await keys(headers())
  expect([status, body]).toEqual([
    401,
    errorBody('unauthorized', 'This operation takes an ID token of the identity provider, not an API key.'),
  ])
})

test('an ID token may manage keys and use GraphQL, but not content over REST', async () => {
  expect((await keys(bearer(token))).status).toBe(200)
  expect((await keys({ ...bearer(token), ...apiKey(token) })).status).toBe(200)
  expect((await graphql(bearer(token))).body).toEqual({ data: { viewer: { kind: 'person' } } })
  const { status, body } = await content(bearer(token))
  expect([status, body]).toEqual([401, errorBody('unauthorized', 'This operation takes an API key, not an ID token.')])
})

test.each(['Authorization', 'X-API-Key'])('two headers %s are refused, even with the same value', async (name) => {
  const value = name === 'Authorization' ? `Bearer ${key}` : key
  for (const second of [value, 'Bearer hello']) {
    const headers = [[name, value] as const, [name, second] as const]
    const { status, body } = await sendRawRequest(service.url, { path: '/api/v1/courses', headers })
    expect([status, body]).toEqual([401, errorBody('unauthorized', 'Send exactly one credential.')])
  }
})

test('a malformed key causes no database query, and a well-formed key causes one', async () => {
  await service.app.services.keyring.flush()
  const statements = async (credential: string) =>
    (await allStatementsOf(() => content(bearer(credential)))).filter((text) => text.includes('api_keys'))
  for (const credential of ['hello', mistyped(key), key.slice(0, -1), key.replace('_prod_', '_test_')])
    expect(await statements(credential)).toEqual([])
  expect(await statements(generateApiKey('cw').value)).toEqual([expect.stringMatching(/FROM api_keys/)])
})

test('the error for an expired or revoked key says so', async () => {
  const soon = new Date(Date.now() + 700)
  const expiring = await service.key({ expiresAt: soon })
  expect((await content(bearer(expiring))).status).toBe(200)
  await expect.poll(async () => (await content(bearer(expiring))).status, { timeout: 10_000 }).toBe(401)
  expect((await content(bearer(expiring))).body).toEqual(errorBody('unauthorized', 'The API key has expired.'))

  const made = (await service.rest('POST', '/api-keys', token, { name: 'short' })).body.data
  expect((await content(apiKey(made.key))).status).toBe(200)
  expect((await service.rest('DELETE', `/api-keys/${made.keyId}`, token)).status).toBe(200)
  expect((await content(apiKey(made.key))).body).toEqual(errorBody('unauthorized', 'The API key has been revoked.'))
})
