import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../src/identity/key-secret.ts'
import { allScopes } from '../../src/identity/scopes.ts'
import { openPostgresDatabase } from '../../src/platform/db/database.ts'
import { makeTenantConnectionLimiter } from '../../src/platform/db/tenant-connection-limiter.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { errorBody, invalidFieldBody } from '../support/error-bodies.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { freshDatabase, serviceForTest, startTestService, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

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

const daySeconds = 86_400
const create = async (token: string, body: object = {}, at = service) =>
  (await at.rest('POST', '/api-keys', token, { name: 'ci', ...body })).body.data
const rotate = (token: string, keyId: string, body: object = {}, headers?: Record<string, string>, at = service) =>
  at.rest('POST', `/api-keys/${keyId}/rotate`, token, body, headers)
const statusOf = async (key: string) => (await service.rest('GET', '/courses', key)).status
const secondsUntil = (time: string) => (Date.parse(time) - Date.now()) / 1000

test('a rotation makes a key with the same name and scopes, and both keys work during the overlap', async () => {
  const token = await provider.token('ann')
  const { key: oldKey, ...old } = await create(token, { name: 'deploy', scopes: ['courses:read'] })
  const { status, headers, body } = await rotate(token, old.keyId)
  const { key, replaced, ...record } = body.data
  expect([status, headers.get('location')]).toEqual([201, `/api/v1/api-keys/${record.keyId}`])
  expect(record).toEqual({ ...old, keyId: record.keyId, start: key.slice(0, 12), createdAt: record.createdAt })
  expect(replaced).toEqual({ ...old, expiresAt: replaced.expiresAt, replacedBy: record.keyId })
  expect(secondsUntil(replaced.expiresAt)).toBeGreaterThan(daySeconds - 60)
  expect(secondsUntil(replaced.expiresAt)).toBeLessThanOrEqual(daySeconds)
  expect([record.keyId === old.keyId, key === oldKey]).toEqual([false, false])
  expect([await statusOf(oldKey), await statusOf(key)]).toEqual([200, 200])
  expect((await service.rest('POST', '/courses', key, { name: 'x' })).status).toBe(403)
  expect(JSON.stringify(service.logged)).not.toContain(key.slice(12))
})

test('the old key ends by itself when the overlap is over', async () => {
  const token = await provider.token('bob')
  const { key: oldKey, keyId } = await create(token)
  expect(await statusOf(oldKey)).toBe(200)
  const { key } = (await rotate(token, keyId, { overlapSeconds: 1 })).body.data
  expect(await statusOf(oldKey)).toBe(200)
  await expect.poll(() => statusOf(oldKey), { timeout: 5000 }).toBe(401)
  expect((await service.rest('GET', '/courses', oldKey)).body.error.message).toBe('The API key has expired.')
  expect(await statusOf(key)).toBe(200)
})

test('with an overlap of 0 seconds, the next request with the old key is refused', async () => {
  const token = await provider.token('carol')
  const { key: oldKey, keyId } = await create(token)
  expect(await statusOf(oldKey)).toBe(200)
  const { key } = (await rotate(token, keyId, { overlapSeconds: 0 })).body.data
  expect([await statusOf(oldKey), await statusOf(key)]).toEqual([401, 200])
})

test('a key that expires is replaced by one with the same lifetime, and an earlier end stays', async () => {
  const token = await provider.token('dave')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { keyId } = await create(token, { expiresAt })
  await service.db.prisma.apiKey.update({
    where: { id: keyId },
    data: { createdAt: new Date(Date.now() - 9 * 3_600_000) },
  })
  const { data } = (await rotate(token, keyId, { overlapSeconds: 30 * daySeconds })).body
  expect(data.replaced.expiresAt).toBe(expiresAt)
  expect(Math.round(secondsUntil(data.expiresAt) / 360)).toBe(100)
})

test('a key that expires at the end of the year 9999 is replaced by one that expires then', async () => {
  const token = await provider.token('dan')
  const expiresAt = '9999-12-31T23:59:59.000Z'
  const { keyId } = await create(token, { expiresAt })
  await service.db.prisma.apiKey.update({ where: { id: keyId }, data: { createdAt: new Date(Date.now() - 5000) } })
  const { status, body } = await rotate(token, keyId)
  expect([status, body.data?.expiresAt]).toEqual([201, expiresAt])
})

test.each([
  [-1, 'must be 0 or more'],
  [30 * daySeconds + 1, 'must be at most 2,592,000 (30 days)'],
  [1.5, 'must be a whole number'],
  ['60', 'must be a whole number'],
])('an overlap of %j seconds is refused', async (overlapSeconds, message) => {
  const token = await provider.token('erin')
  const { keyId } = await create(token)
  const { status, body } = await rotate(token, keyId, { overlapSeconds })
  expect([status, body]).toEqual([400, invalidFieldBody('overlapSeconds', message)])
})

test('a revoked, an expired and a replaced key cannot be rotated', async () => {
  const token = await provider.token('fay')
  const { keyId: revoked } = await create(token)
  await service.rest('DELETE', `/api-keys/${revoked}`, token)
  const { keyId: expired } = await create(token)
  await service.db.prisma.apiKey.update({ where: { id: expired }, data: { expiresAt: new Date() } })
  const { keyId: replaced } = await create(token)
  const { keyId: newId } = (await rotate(token, replaced)).body.data
  const refusals = [
    [revoked, errorBody('conflict', 'The API key is revoked. Create another key.')],
    [expired, errorBody('conflict', 'The API key has expired. Create another key.')],
    [
      replaced,
      errorBody('conflict', 'The API key was already rotated. Rotate the key that replaced it.', { keyId: newId }),
    ],
  ] as const
  const before = await service.db.prisma.apiKey.count()
  for (const [keyId, expected] of refusals) {
    const { status, body } = await rotate(token, keyId)
    expect([status, body]).toEqual([409, expected])
  }
  expect(await service.db.prisma.apiKey.count()).toBe(before)
})

test('a rotation that is repeated with its Idempotency-Key makes no second key', async () => {
  const token = await provider.token('gus')
  const { keyId } = await create(token)
  const once = { 'Idempotency-Key': 'rotate-1' }
  const first = await rotate(token, keyId, {}, once)
  const again = await rotate(token, keyId, {}, once)
  expect([first.status, again.status]).toEqual([201, 409])
  expect(again.body.error.details).toEqual({ keyId: first.body.data.keyId })
  expect((await service.rest('GET', '/api-keys', token)).body.data).toHaveLength(2)
  const stored = await service.db.prisma.idempotencyKey.findMany()
  expect(JSON.stringify(stored)).not.toContain(first.body.data.key)
})

test('of many rotations of one key in two processes, exactly one makes a key', async () => {
  const { db, url } = await freshDatabase()
  const first = await serviceForTest({ db, env: provider.env })
  const second = await serviceForTest({
    db: url
      ? openPostgresDatabase(url, { size: 4, connectionLimiter: makeTenantConnectionLimiter(4) })
      : { ...db, close: async () => {} },
    env: provider.env,
  })
  const token = await provider.token('hal')
  const { keyId } = await create(token, {}, first)
  const once = { 'Idempotency-Key': 'both' }
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      rotate(token, keyId, {}, turn % 3 === 0 ? {} : once, turn % 2 ? first : second),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, ...Array(11).fill(409)])
  expect((await first.rest('GET', '/api-keys', token)).body.data).toHaveLength(2)
})

test('a full workspace is told to revoke keys, and expired keys do not count', async () => {
  const token = await provider.token('ivy')
  const { keyId } = await create(token)
  const { workspaceId } = await service.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  await service.db.prisma.apiKey.createMany({
    data: Array.from({ length: 999 }, (_, index) => ({
      id: makeUuidV7(),
      workspaceId,
      name: 'more',
      hash: hashSecret(`${workspaceId} ${index}`),
      start: 'cw_prod_0000',
      environment: 'prod',
      scopes: [],
    })),
  })
  const full = await rotate(token, keyId)
  expect([full.status, full.body]).toEqual([
    409,
    errorBody('conflict', 'The workspace has 1000 keys. Revoke some of them first.'),
  ])
  const { id } = await service.db.prisma.apiKey.findFirstOrThrow({ where: { workspaceId, name: 'more' } })
  await service.db.prisma.apiKey.update({ where: { id }, data: { expiresAt: new Date() } })
  expect((await rotate(token, keyId)).status).toBe(201)
})

test('GraphQL rotates a key as REST does', async () => {
  const token = await provider.token('kim')
  const { keyId, key: oldKey } = await create(token)
  const { data } = await service.graphql(
    `mutation ($id: ID!) {
      rotateApiKey(keyId: $id, overlapSeconds: 0) { keyId key name scopes replaced { keyId replacedBy } }
    }`,
    token,
    { id: keyId },
  )
  const { key, ...rotated } = data.rotateApiKey
  expect(rotated).toEqual({
    keyId: rotated.keyId,
    name: 'ci',
    scopes: allScopes,
    replaced: { keyId, replacedBy: rotated.keyId },
  })
  expect([await statusOf(oldKey), await statusOf(key)]).toEqual([401, 200])
})

test('keys are counted after the workspace is locked, and a key is replaced after it is locked', async () => {
  const token = await provider.token('lou')
  const { keyId } = await create(token)
  const orderOf = async (work: () => Promise<unknown>) => {
    const statements = await allStatementsOf(work)
    return statements.flatMap((text) => {
      if (/FROM workspaces w .*FOR NO KEY UPDATE/s.test(text)) return 'lock workspace'
      if (/FROM api_keys k .*FOR UPDATE/s.test(text)) return 'lock key'
      if (/count\(/i.test(text) && text.includes('api_keys')) return 'count'
      return /INSERT INTO .*api_keys/s.test(text) ? 'insert' : []
    })
  }
  expect(await orderOf(() => create(token))).toEqual(['lock workspace', 'count', 'insert'])
  expect(await orderOf(() => rotate(token, keyId))).toEqual(['lock key', 'lock workspace', 'count', 'insert'])
})
