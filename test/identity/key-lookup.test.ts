import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeHashedCredential } from '../../src/identity/authenticator.ts'
import { generateApiKey } from '../../src/identity/key-secret.ts'
import { makeApiKeyAuthenticator } from '../../src/identity/keyring.ts'
import { createKey } from '../../src/keys/create.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { makeNoopBroadcast } from '../../src/platform/redis/broadcast.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { freshDatabase, startTestService, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
/** Called after a key was read from the database and before it is cached. `isFound` is false for an unknown key. */
let afterRead: (isFound: boolean) => Promise<void>
/** Called after a user was read from the database. */
let afterPerson: () => Promise<void>

/** The same database with these callbacks. */
function holding(db: Database): Database {
  const rows: Database['sql']['rows'] = async (statement, values) => {
    const found = await db.sql.rows(statement, values)
    if (statement.name === 'key_by_hash') await afterRead(found.length > 0)
    return found
  }
  const user = new Proxy(db.prisma.user, {
    get: (target, name) =>
      name !== 'findUnique'
        ? Reflect.get(target, name)
        : async (...args: Parameters<typeof target.findUnique>) => {
            const found = await target.findUnique(...args)
            await afterPerson()
            return found
          },
  })
  const prisma = new Proxy(db.prisma, {
    get: (target, name) => (name === 'user' ? user : Reflect.get(target, name)),
  })
  return { ...db, kind: 'embedded', prisma, sql: { ...db.sql, rows } }
}

beforeAll(async () => {
  provider = await makeIdentityProvider()
  const { db } = await freshDatabase()
  service = await startTestService({ env: { ...provider.env, REDIS_URL: '', TRUST_PROXY: '1' }, db: holding(db) })
})
beforeEach(() => {
  afterRead = async () => {}
  afterPerson = async () => {}
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const makeKey = async (token: string) => (await service.rest('POST', '/api-keys', token, { name: 'ci' })).body.data
const use = async (key: string) => (await service.rest('GET', '/courses', key)).status
const list = async (token: string) => (await service.rest('GET', '/api-keys', token)).status
const seconds = (count: number) => Math.floor(Date.now() / 1000) + count

test('one statement looks up a key for all requests in a turn of the event loop', async () => {
  const { db } = await freshDatabase()
  const workspace = await db.prisma.workspace.create({ data: { id: randomUUID(), name: 'Botany', plan: 'enterprise' } })
  const makeOne = async (name: string) => (await createKey(db.sql, 'cw', workspace.id, { name })).value
  const [one, other, unknown] = [await makeOne('one'), await makeOne('other'), generateApiKey('cw').value]
  const recorded: string[] = []
  const rows: Database['sql']['rows'] = (statement, values) => {
    recorded.push(statement.name)
    return db.sql.rows(statement, values)
  }
  const keyring = makeApiKeyAuthenticator({ ...db, sql: { ...db.sql, rows } }, makeNoopBroadcast(false))
  const callers = await Promise.all(
    [one, other, one, unknown].map((value) => keyring.authenticate(makeHashedCredential(value))),
  )
  expect(recorded).toEqual(['key_by_hash', 'key_by_hash', 'key_by_hash'])
  expect(callers.map((caller) => (caller.kind === 'key' ? caller.name : caller.kind))).toEqual([
    'one',
    'other',
    'one',
    'anonymous',
  ])
  await keyring.authenticate(makeHashedCredential(one))
  expect(recorded).toHaveLength(4)
})

test('a key that is revoked during its lookup is refused on the next request, before and after the lookup ends', async () => {
  const token = await provider.token('ann')
  const { key, keyId } = await makeKey(token)
  const read = Promise.withResolvers<void>()
  const revoked = Promise.withResolvers<void>()
  afterRead = () => {
    read.resolve()
    return revoked.promise
  }
  const early = use(key)
  await read.promise
  expect((await service.rest('DELETE', `/api-keys/${keyId}`, token)).status).toBe(200)
  afterRead = async () => {}
  expect(await use(key)).toBe(401)
  revoked.resolve()
  await early
  expect(await use(key)).toBe(401)
})

test('a key is looked up once in ten seconds', async () => {
  const { key } = await makeKey(await provider.token('ann'))
  const looks = async () =>
    (await allStatementsOf(() => use(key))).filter((text) => text.includes('FROM api_keys')).length
  expect([await looks(), await looks()]).toEqual([1, 0])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_001 })
  onTestFinished(() => void vi.useRealTimers())
  expect([await looks(), await looks()]).toEqual([1, 0])
  vi.setSystemTime(Date.now() + 9999)
  expect(await looks()).toBe(0)
})

test('a cached key is refused from the moment it expires, and is then forgotten', async () => {
  const expiresAt = new Date(Date.now() + 5000)
  const key = await service.key({ expiresAt })
  const { keyring } = service.app.services
  expect(await use(key)).toBe(200)
  expect(keyring.wasValid(makeHashedCredential(key))).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: expiresAt })
  onTestFinished(() => void vi.useRealTimers())
  expect(await use(key)).toBe(401)
  vi.setSystemTime(Date.now() + 10_000)
  expect(await use(key)).toBe(401)
  // A key that is remembered as valid would be looked up without counting as a guess.
  expect(keyring.wasValid(makeHashedCredential(key))).toBe(false)
})

test.each([
  ['has expired', () => ({ exp: seconds(10) })],
  ['is older than a day', () => ({ iat: seconds(-86_390) })],
])('a cached ID token that %s meanwhile is refused', async (_case, claims) => {
  const token = await provider.token('ann', claims())
  expect([await list(token), await list(token)]).toEqual([200, 200])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await list(token)).toBe(401)
})

test('a cached user with an older token gets the plan that a newer token sets', async () => {
  const plan = async (token: string) => (await service.graphql('{ viewer { plan } }', token)).data.viewer.plan
  const older = await provider.token('bea', { plan: 'enterprise', iat: seconds(-60) })
  expect([await plan(older), await plan(older)]).toEqual(['enterprise', 'enterprise'])
  expect(await plan(await provider.token('bea', { plan: 'professional' }))).toBe('professional')
  expect(await plan(older)).toBe('professional')
})

test('a plan that a newer token sets while an older one is being checked is kept', async () => {
  const plan = async (token: string) => (await service.graphql('{ viewer { plan } }', token)).data.viewer.plan
  await plan(await provider.token('cleo', { plan: 'professional', iat: seconds(-60) }))
  const [older, newer] = [
    await provider.token('cleo', { plan: 'enterprise', iat: seconds(-40) }),
    await provider.token('cleo', { plan: 'professional', iat: seconds(-20) }),
  ]
  const read = Promise.withResolvers<void>()
  const set = Promise.withResolvers<void>()
  afterPerson = () => {
    read.resolve()
    return set.promise
  }
  const early = plan(older)
  await read.promise
  afterPerson = async () => {}
  expect(await plan(newer)).toBe('professional')
  set.resolve()
  expect(await early).toBe('professional')
  expect(await plan(older)).toBe('professional')
})

test('at most eight unknown credentials of an address, and sixteen in total, are checked at once; known ones do not wait', async () => {
  const from = (address: string, key: string) =>
    service.rest('GET', '/courses', key, undefined, { 'X-Forwarded-For': address })
  const known = await service.key()
  expect((await from('203.0.113.1', known)).status).toBe(200)
  const held = Promise.withResolvers<void>()
  let underWay = 0
  afterRead = async (isFound) => {
    if (isFound) return
    underWay++
    await held.promise
    underWay--
  }
  const flood = (address: string) => Array.from({ length: 20 }, () => from(address, generateApiKey('cw').value))
  const floods = flood('203.0.113.1')
  await expect.poll(() => underWay, { timeout: 20_000 }).toBe(8)
  floods.push(...flood('203.0.113.2'), ...flood('203.0.113.3'))
  await expect.poll(() => underWay, { timeout: 20_000 }).toBe(16)
  // The key is looked up again now, without a slot for unknown credentials.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_001 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await from('203.0.113.1', known)).status).toBe(200)
  expect(underWay).toBe(16)
  held.resolve()
  const statuses = new Set((await Promise.all(floods)).map(({ status }) => status))
  expect([...statuses].filter((status) => ![401, 429, 503].includes(status))).toEqual([])
})

test('broadcasts about other things do not invalidate cached keys', async () => {
  const hears: ((message: string) => void)[] = []
  const broadcast = { ...makeNoopBroadcast(true), listen: (hear: (message: string) => void) => void hears.push(hear) }
  const keyring = makeApiKeyAuthenticator(service.db, broadcast)
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  await keyring.authenticate(makeHashedCredential(key))
  const invalidated: (string | undefined)[] = []
  keyring.onInvalidate((id) => void invalidated.push(id))
  for (const hear of hears) hear(`cancel key:${workspaceId} 127.0.0.1 number 1`)
  expect(invalidated).toEqual([])
  expect(keyring.cached(makeHashedCredential(key))).toMatchObject({ kind: 'key', workspaceId })
  for (const hear of hears) hear(workspaceId)
  expect(keyring.cached(makeHashedCredential(key))).toBeUndefined()
  await keyring.flush()
})
