import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScopes } from '../../src/auth/scopes.ts'
import { hashSecret, isSecret } from '../../src/auth/secret.ts'
import { newId } from '../../src/outline/writes.ts'
import { type House, house as houseOf, makeHouse } from '../house.ts'
import { makeIdentityProvider } from '../identity-provider.ts'
import { badField, problem } from '../problems.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let house: House
beforeAll(async () => {
  provider = await makeIdentityProvider()
  house = await makeHouse({ env: provider.env })
})
afterAll(async () => {
  await house.close()
  await provider.close()
})

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const create = (token: string, body: unknown) => house.rest('POST', '/api-keys', token, body)
const list = async (token: string) => (await house.rest('GET', '/api-keys', token)).body

test('a new key is shown once, with where it is found', async () => {
  const token = await provider.token('ann')
  const { status, headers, body } = await create(token, { name: ' ci ' })
  const { key, ...record } = body.data
  expect([status, headers.get('location')]).toEqual([201, `/api/v1/api-keys/${record.keyId}`])
  expect(key).toMatch(/^cw_prod_[0-9A-Za-z]{32}$/)
  expect(isSecret(key)).toBe(true)
  expect(record).toEqual({
    keyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: ' ci ',
    start: key.slice(0, 12),
    environment: 'prod',
    scopes: allScopes,
    createdAt: time,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  })
  expect(await list(token)).toEqual({ data: [record] })
})

test('its hash is all that is kept', async () => {
  const { key, keyId } = (await create(await provider.token('bob'), { name: 'ci' })).body.data
  const row = await house.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  expect(Buffer.from(row.hash)).toEqual(hashSecret(key))
  expect(JSON.stringify(row)).not.toContain(key.slice(12))
  expect(JSON.stringify(house.logged)).not.toContain(key.slice(12))
})

test('keys are listed newest first, the revoked ones too, and those of one workspace alone', async () => {
  const token = await provider.token('carol')
  const made = []
  for (const name of ['one', 'two', 'three']) made.push((await create(token, { name })).body.data.keyId)
  const revoked = await house.rest('DELETE', `/api-keys/${made[1]}`, token)
  expect([revoked.status, revoked.body]).toEqual([200, { data: { keyId: made[1], revoked: true } }])
  const { data } = await list(token)
  expect(data.map(({ name, revokedAt }: { name: string; revokedAt: string | null }) => [name, revokedAt])).toEqual([
    ['three', null],
    ['two', time],
    ['one', null],
  ])
  expect(await list(await provider.token('dave'))).toEqual({ data: [] })
  // Once more changes nothing.
  expect((await house.rest('DELETE', `/api-keys/${made[1]}`, token)).body).toEqual(revoked.body)
  expect(await list(token)).toEqual({ data })
})

test('a key may do less, and for a time', async () => {
  const token = await provider.token('erin')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { status, body } = await create(token, { name: 'reader', scopes: ['courses:read', 'courses:read'], expiresAt })
  expect([status, body.data.scopes, body.data.expiresAt]).toEqual([201, ['courses:read'], expiresAt])
  const { key } = body.data
  expect((await house.rest('GET', '/courses', key)).status).toBe(200)
  expect((await house.rest('POST', '/courses', key, { name: 'x' })).status).toBe(403)
  expect((await create(token, { name: 'x', scopes: null, expiresAt: null })).body.data.scopes).toEqual(allScopes)
})

test.each([
  [{}, badField('name', 'is required')],
  [{ name: null }, badField('name', 'must not be null')],
  [{ name: '' }, badField('name', 'must not be empty')],
  [{ name: '  ' }, badField('name', 'must not be empty')],
  [{ name: 'x'.repeat(101) }, badField('name', 'must have at most 100 characters')],
  [{ name: 'x', scopes: [] }, badField('scopes', 'must name at least one scope; leave it out for all')],
  [{ name: 'x', scopes: ['admin'] }, badField('scopes.0', `must be one of ${allScopes.join(', ')}`)],
  [{ name: 'x', scopes: 'courses:read' }, badField('scopes', 'must be a list')],
  [{ name: 'x', expiresAt: '2020-01-31T00:00:00Z' }, badField('expiresAt', 'must be in the future')],
  [
    { name: 'x', expiresAt: '2031-01-31' },
    badField('expiresAt', 'must be an ISO 8601 time with its offset, such as 2026-01-31T09:30:00Z'),
  ],
])('%j makes no key', async (sent, expected) => {
  const token = await provider.token('fran')
  const { status, body } = await create(token, sent)
  expect([status, body]).toEqual([400, expected])
  expect(await list(token)).toEqual({ data: [] })
})

test('GraphQL makes, lists and revokes the same keys', async () => {
  const token = await provider.token('gus')
  const { data } = await house.graphql('mutation { createApiKey(input: { name: "ci" }) { keyId key name } }', token)
  const { keyId, key } = data.createApiKey
  expect(await house.graphql('{ apiKeys { keyId name revokedAt } }', token)).toEqual({
    data: { apiKeys: [{ keyId, name: 'ci', revokedAt: null }] },
  })
  const mine = await house.graphql('{ viewer { kind keyId scopes } }', key)
  expect(mine.data.viewer).toEqual({ kind: 'key', keyId, scopes: allScopes })
  const revoke = await house.graphql('mutation ($id: ID!) { revokeApiKey(keyId: $id) { keyId revoked } }', token, {
    id: keyId,
  })
  expect(revoke).toEqual({ data: { revokeApiKey: { keyId, revoked: true } } })
  expect((await house.rest('GET', '/courses', key)).status).toBe(401)
})

test('a workspace has at most a thousand keys that can be used', async () => {
  const token = await provider.token('hal')
  const { keyId } = (await create(token, { name: 'first' })).body.data
  const { workspaceId } = await house.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  await house.db.prisma.apiKey.createMany({
    data: Array.from({ length: 999 }, (_, index) => ({
      id: newId(),
      workspaceId,
      name: 'more',
      hash: hashSecret(`${workspaceId} ${index}`),
      start: 'cw_prod_0000',
      environment: 'prod',
      scopes: [],
    })),
  })
  const { status, body } = await create(token, { name: 'last' })
  expect([status, body]).toEqual([409, problem('conflict', 'The workspace has 1000 keys; revoke some first.')])
  await house.rest('DELETE', `/api-keys/${keyId}`, token)
  expect((await create(token, { name: 'last' })).status).toBe(201)
})

test('the prefix is the operator’s', async () => {
  const other = await houseOf({ env: { ...provider.env, KEY_PREFIX: 'acme' } })
  const { body } = await other.rest('POST', '/api-keys', await provider.token('ivy'), { name: 'ci' })
  expect(body.data.key).toMatch(/^acme_prod_[0-9A-Za-z]{32}$/)
  expect((await other.rest('GET', '/courses', body.data.key)).status).toBe(200)
})
