import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScopes } from '../../src/identity/scopes.ts'
import { errorBody, invalidFieldBody } from '../support/error-bodies.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const create = async (token: string, body: object = {}) =>
  (await service.rest('POST', '/api-keys', token, { name: 'ci', ...body })).body.data
const patch = (token: string, keyId: string, body: unknown, headers?: Record<string, string>) =>
  service.rest('PATCH', `/api-keys/${keyId}`, token, body, headers)

test('a key is renamed and loses scopes, and its next request has only the others', async () => {
  const token = await provider.token('ann')
  const { key, ...record } = await create(token, { scopes: ['courses:read', 'courses:write'] })
  expect((await service.rest('POST', '/courses', key, { name: 'Before' })).status).toBe(201)
  const { status, body } = await patch(token, record.keyId, { name: 'reader', scopes: ['courses:read'] })
  const changed = { ...record, name: 'reader', scopes: ['courses:read'], lastUsedAt: body.data.lastUsedAt }
  expect([status, body]).toEqual([200, { data: changed }])
  expect((await service.rest('POST', '/courses', key, { name: 'After' })).body).toEqual(
    errorBody('forbidden', 'The key lacks the scope courses:write.', { scope: 'courses:write' }),
  )
  expect((await service.rest('GET', '/courses', key)).status).toBe(200)
})

test('a change keeps what it does not name', async () => {
  const token = await provider.token('bob')
  const { key: _key, ...record } = await create(token)
  expect((await patch(token, record.keyId, {})).body).toEqual({ data: record })
  expect((await patch(token, record.keyId, { name: 'other' })).body).toEqual({ data: { ...record, name: 'other' } })
})

test('a scope is never added, and the refusal names it', async () => {
  const token = await provider.token('carol')
  const { keyId } = await create(token, { scopes: ['courses:read'] })
  const { status, body } = await patch(token, keyId, { name: 'more', scopes: ['courses:read', 'ai:generate'] })
  const message = 'must not add ai:generate. For more scopes, create another key'
  expect([status, body]).toEqual([400, invalidFieldBody('scopes.1', message)])
  const { data } = (await service.rest('GET', '/api-keys', token)).body
  expect(data).toEqual([expect.objectContaining({ name: 'ci', scopes: ['courses:read'] })])
})

test.each([
  [{ name: ' ' }, 'name', 'must not be empty'],
  [{ name: null }, 'name', 'must not be null; leave it out to keep it'],
  [{ scopes: [] }, 'scopes', 'must contain at least one scope. Leave it out for all scopes'],
  [{ scopes: null }, 'scopes', 'must not be null; leave it out to keep it'],
  [{ scopes: ['admin'] }, 'scopes.0', `must be one of ${allScopes.join(', ')}`],
  [{ expiresAt: null }, 'expiresAt', 'is not a known field; known are name, scopes'],
])('the change %j is refused', async (sent, path, message) => {
  const token = await provider.token('dora')
  const { keyId } = await create(token)
  const { status, body } = await patch(token, keyId, sent)
  expect([status, body]).toEqual([400, invalidFieldBody(path, message)])
})

test('a revoked key and an expired key cannot be changed', async () => {
  const token = await provider.token('erin')
  const { keyId: revoked } = await create(token)
  await service.rest('DELETE', `/api-keys/${revoked}`, token)
  expect((await patch(token, revoked, { name: 'x' })).body).toEqual(
    errorBody('conflict', 'The API key is revoked. Create another key.'),
  )
  const { keyId: expired } = await create(token)
  await service.db.prisma.apiKey.update({ where: { id: expired }, data: { expiresAt: new Date() } })
  expect((await patch(token, expired, { name: 'x' })).body).toEqual(
    errorBody('conflict', 'The API key has expired. Create another key.'),
  )
})

test('a change that is repeated with its Idempotency-Key returns the first result', async () => {
  const token = await provider.token('fay')
  const { keyId } = await create(token)
  const once = { 'Idempotency-Key': 'rename-1' }
  const first = await patch(token, keyId, { name: 'first' }, once)
  await patch(token, keyId, { name: 'second' })
  const again = await patch(token, keyId, { name: 'first' }, once)
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true'])
  expect((await service.rest('GET', '/api-keys', token)).body.data[0].name).toBe('second')
})

test('GraphQL changes a key as REST does', async () => {
  const token = await provider.token('gus')
  const { keyId } = await create(token)
  const mutation =
    'mutation ($id: ID!, $input: UpdateApiKeyInput!) { updateApiKey(keyId: $id, input: $input) { keyId name scopes } }'
  const input = { name: 'reader', scopes: ['courses:read'] }
  expect(await service.graphql(mutation, token, { id: keyId, input })).toEqual({
    data: { updateApiKey: { keyId, ...input } },
  })
  const { errors } = await service.graphql(mutation, token, { id: keyId, input: { scopes: ['courses:write'] } })
  expect(errors[0].extensions).toEqual({
    code: 'invalid_request',
    details: {
      fields: [{ path: 'scopes.0', message: 'must not add courses:write. For more scopes, create another key' }],
    },
  })
})
