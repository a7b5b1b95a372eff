import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { generateApiKey, hashSecret, isWellFormedApiKey } from '../../src/identity/key-secret.ts'
import { allScopes } from '../../src/identity/scopes.ts'
import { runKeyCommand } from '../../src/keys/admin-commands.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { errorBody, invalidFieldBody } from '../support/error-bodies.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { serviceForTest as houseOf, startTestService, type TestService } from '../support/service.ts'

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

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const create = (token: string, body: unknown) => service.rest('POST', '/api-keys', token, body)
const list = async (token: string) => (await service.rest('GET', '/api-keys', token)).body

test('a new key is shown once, and its Location is that of the key', async () => {
  const token = await provider.token('ann')
  const { status, headers, body } = await create(token, { name: ' ci ' })
  const { key, ...record } = body.data
  expect([status, headers.get('location')]).toEqual([201, `/api/v1/api-keys/${record.keyId}`])
  expect(key).toMatch(/^cw_prod_[0-9A-Za-z]{32}$/)
  expect(isWellFormedApiKey(key)).toBe(true)
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
    replacedBy: null,
  })
  expect(await list(token)).toEqual({ data: [record] })
})

test('only the hash of a key is stored', async () => {
  const { key, keyId } = (await create(await provider.token('bob'), { name: 'ci' })).body.data
  const row = await service.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  expect(Buffer.from(row.hash)).toEqual(hashSecret(key))
  expect(JSON.stringify(row)).not.toContain(key.slice(12))
  expect(JSON.stringify(service.logged)).not.toContain(key.slice(12))
})

test('keys are listed newest first, including revoked ones, and without those of other workspaces', async () => {
  const token = await provider.token('carol')
  const made = []
  for (const name of ['one', 'two', 'three']) made.push((await create(token, { name })).body.data.keyId)
  const revoked = await service.rest('DELETE', `/api-keys/${made[1]}`, token)
  expect([revoked.status, revoked.body]).toEqual([200, { data: { keyId: made[1], revoked: true } }])
  const { data } = await list(token)
  expect(data.map(({ name, revokedAt }: { name: string; revokedAt: string | null }) => [name, revokedAt])).toEqual([
    ['three', null],
    ['two', time],
    ['one', null],
  ])
  expect(await list(await provider.token('dave'))).toEqual({ data: [] })
  // Revoking a key twice has no effect.
  expect((await service.rest('DELETE', `/api-keys/${made[1]}`, token)).body).toEqual(revoked.body)
  expect(await list(token)).toEqual({ data })
})

test('a key may have fewer scopes and an expiry date', async () => {
  const token = await provider.token('erin')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { status, body } = await create(token, { name: 'reader', scopes: ['courses:read', 'courses:read'], expiresAt })
  expect([status, body.data.scopes, body.data.expiresAt]).toEqual([201, ['courses:read'], expiresAt])
  const { key } = body.data
  expect((await service.rest('GET', '/courses', key)).status).toBe(200)
  expect((await service.rest('POST', '/courses', key, { name: 'x' })).status).toBe(403)
  expect((await create(token, { name: 'x', scopes: null, expiresAt: null })).body.data.scopes).toEqual(allScopes)
})

test.each([
  [{}, invalidFieldBody('name', 'is required')],
  [{ name: null }, invalidFieldBody('name', 'must not be null')],
  [{ name: '' }, invalidFieldBody('name', 'must not be empty')],
  [{ name: '  ' }, invalidFieldBody('name', 'must not be empty')],
  [{ name: 'x'.repeat(256) }, invalidFieldBody('name', 'must have at most 255 characters')],
  [
    { name: 'x', scopes: [] },
    invalidFieldBody('scopes', 'must contain at least one scope. Leave it out for all scopes'),
  ],
  [{ name: 'x', scopes: ['admin'] }, invalidFieldBody('scopes.0', `must be one of ${allScopes.join(', ')}`)],
  [{ name: 'x', scopes: 'courses:read' }, invalidFieldBody('scopes', 'must be a list')],
  [
    { name: 'x', permissions: ['courses:read'] },
    invalidFieldBody('permissions', 'is not a known field; known are name, scopes, expiresAt; did you mean scopes?'),
  ],
  [{ name: 'x', expiresAt: '2020-01-31T00:00:00Z' }, invalidFieldBody('expiresAt', 'must be in the future')],
  [
    { name: 'x', expiresAt: '2031-01-31' },
    invalidFieldBody('expiresAt', 'must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z'),
  ],
])('the input %j is refused and creates no key', async (sent, expected) => {
  const token = await provider.token('fran')
  const { status, body } = await create(token, sent)
  expect([status, body]).toEqual([400, expected])
  expect(await list(token)).toEqual({ data: [] })
})

test('GraphQL creates, lists and revokes the same keys as REST', async () => {
  const token = await provider.token('gus')
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "ci" }) { keyId key name } }', token)
  const { keyId, key } = data.createApiKey
  expect(await service.graphql('{ apiKeys { keyId name revokedAt } }', token)).toEqual({
    data: { apiKeys: [{ keyId, name: 'ci', revokedAt: null }] },
  })
  const mine = await service.graphql('{ viewer { kind keyId scopes } }', key)
  expect(mine.data.viewer).toEqual({ kind: 'key', keyId, scopes: allScopes })
  const revoke = await service.graphql('mutation ($id: ID!) { revokeApiKey(keyId: $id) { keyId revoked } }', token, {
    id: keyId,
  })
  expect(revoke).toEqual({ data: { revokeApiKey: { keyId, revoked: true } } })
  expect((await service.rest('GET', '/courses', key)).status).toBe(401)
})

/** Adds keys to the workspace of a key. */
async function addKeys(keyId: string, count: number): Promise<void> {
  const { workspaceId } = await service.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  await service.db.prisma.apiKey.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      id: makeUuidV7(),
      workspaceId,
      name: 'more',
      hash: hashSecret(`${workspaceId} ${index}`),
      start: 'cw_prod_0000',
      environment: 'prod',
      scopes: [],
    })),
  })
}

test('a workspace has at most a thousand usable keys', async () => {
  const token = await provider.token('hal')
  const { keyId } = (await create(token, { name: 'first' })).body.data
  await addKeys(keyId, 999)
  const { status, body } = await create(token, { name: 'last' })
  expect([status, body]).toEqual([
    409,
    errorBody('conflict', 'The workspace has 1000 keys. Revoke some of them first.'),
  ])
  await service.rest('DELETE', `/api-keys/${keyId}`, token)
  expect((await create(token, { name: 'last' })).status).toBe(201)
})

test('of many keys that are created and rotated at once, one gets the last place', async () => {
  const token = await provider.token('kim')
  const ids: string[] = []
  for (let number = 0; number < 5; number++) ids.push((await create(token, { name: 'old' })).body.data.keyId)
  await addKeys(ids[0]!, 994)
  const answers = await Promise.all([
    ...ids.map(() => create(token, { name: 'new' })),
    ...ids.map((id) => service.rest('POST', `/api-keys/${id}/rotate`, token, {})),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  expect((await list(token)).data.length).toBe(1000)
})

test('the list contains all usable keys and the newest thousand revoked ones', async () => {
  const token = await provider.token('iris')
  const { keyId } = (await create(token, { name: 'oldest' })).body.data
  const { workspaceId } = await service.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  const revoked = Array.from({ length: 1001 }, (_, index) => ({
    id: makeUuidV7(),
    workspaceId,
    name: `revoked ${index}`,
    hash: hashSecret(`${workspaceId} ${index}`),
    start: 'cw_prod_0000',
    environment: 'prod',
    scopes: [],
    revokedAt: new Date(),
  }))
  await service.db.prisma.apiKey.createMany({ data: revoked })
  const { data } = await list(token)
  expect(data.map((key: { keyId: string }) => key.keyId)).toEqual([
    ...revoked
      .slice(1)
      .map(({ id }) => id)
      .reverse(),
    keyId,
  ])
})

test('the operator’s list has the newest ten thousand keys, and says that there are more', async () => {
  const workspaceId = await service.workspace()
  await service.db.prisma.$executeRaw`
    INSERT INTO api_keys (id, workspace_id, name, hash, start, environment, scopes)
    SELECT gen_random_uuid(), ${workspaceId}::uuid, 'k', sha256(convert_to(${workspaceId} || number, 'UTF8')), 'cw', 'prod', '{}'
    FROM generate_series(1, 10001) AS number`
  const listed = () =>
    runKeyCommand(
      { do: 'list', workspace: workspaceId },
      { db: service.db, keyPrefix: 'cw', onKeysChanged: async () => {} },
    )
  const { lines, note } = await listed()
  expect(lines).toHaveLength(10_000)
  expect(note).toBe('At most the newest 10000 are listed.')
  await service.db.prisma.apiKey.deleteMany({ where: { workspaceId } })
  expect(await listed()).toEqual({ lines: [] })
})

test('a list of more than a hundred scopes is refused, even if it repeats few', async () => {
  const token = await provider.token('jan')
  const scopes = (count: number) => Array(count).fill('courses:read')
  const { status, body } = await create(token, { name: 'x', scopes: scopes(101) })
  expect([status, body]).toEqual([400, invalidFieldBody('scopes', 'must contain at most 100 scopes')])
  expect((await create(token, { name: 'x', scopes: scopes(100) })).body.data.scopes).toEqual(['courses:read'])
})

test('the secret part of a key has all letters and digits', () => {
  const used = new Set(Array.from({ length: 200 }, () => generateApiKey('cw').value.slice(8, 34)).join(''))
  expect(used.size).toBe(62)
})

test('the cached callers of a workspace are discarded after its keys are changed, and not before', async () => {
  const token = await provider.token('lea')
  const { keyId } = (await create(token, { name: 'before' })).body.data
  const seen: unknown[] = []
  let committed = 0
  const { keyring, db } = service.app.services
  const transaction = db.sql.transaction.bind(db.sql)
  const transactions = vi.spyOn(db.sql, 'transaction').mockImplementation(async (work) => {
    const result = await transaction(work)
    committed++
    return result
  })
  const invalidate = vi.spyOn(keyring, 'invalidate').mockImplementation(async () => {
    const transactionsBefore = committed
    const { name, replacedById, revokedAt } = await db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
    seen.push([name, replacedById !== null, revokedAt !== null, transactionsBefore])
  })
  onTestFinished(() => {
    transactions.mockRestore()
    invalidate.mockRestore()
  })
  await service.rest('PATCH', `/api-keys/${keyId}`, token, { name: 'after' })
  await service.rest('POST', `/api-keys/${keyId}/rotate`, token, {})
  await service.rest('DELETE', `/api-keys/${keyId}`, token)
  expect(seen).toEqual([
    ['after', false, false, 1],
    ['after', true, false, 2],
    ['after', true, true, 2],
  ])
})

test('the prefix of new keys is configurable', async () => {
  const other = await houseOf({ env: { ...provider.env, KEY_PREFIX: 'acme' } })
  const { body } = await other.rest('POST', '/api-keys', await provider.token('ivy'), { name: 'ci' })
  expect(body.data.key).toMatch(/^acme_prod_[0-9A-Za-z]{32}$/)
  expect((await other.rest('GET', '/courses', body.data.key)).status).toBe(200)
})
