import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/platform/db/database.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { freshDatabase, openAgain, serviceForTest, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
beforeAll(async () => {
  provider = await makeIdentityProvider()
})
afterAll(async () => void (await provider.close()))

const server = process.env.TEST_REDIS_URL

/** Two processes on one database. On the embedded database they share its connection. */
async function pair(env: Record<string, string>[]): Promise<TestService[]> {
  const { db, url } = await freshDatabase()
  const alike: Database = { ...db, kind: 'postgresql', close: async () => {} }
  const second = url ? openAgain(url, { size: 2 }) : alike
  const first = url ? db : { ...alike, close: db.close }
  return [
    await serviceForTest({ env: { ...provider.env, ...env[0] }, db: first }),
    await serviceForTest({ env: { ...provider.env, ...env[1] }, db: second }),
  ]
}

const makeKey = async (one: TestService) =>
  (await one.rest('POST', '/api-keys', await provider.token('ann'), { name: 'ci' })).body.data
const revoke = async (one: TestService, keyId: string) =>
  (await one.rest('DELETE', `/api-keys/${keyId}`, await provider.token('ann'))).status
const use = async (one: TestService, key: string) => (await one.rest('GET', '/courses', key)).status
/** Counts the key lookups of a request. */
const looks = async (one: TestService, key: string) =>
  (await allStatementsOf(() => use(one, key))).filter((text) => text.includes('FROM api_keys')).length

describe.each([
  ['without Redis', '', false],
  ['with Redis', server ?? '', server === undefined],
])('%s', (_case, REDIS_URL, skip) => {
  test.skipIf(skip)('a revoked key is refused on the next request, in every process', async () => {
    const [first, second] = (await pair([{ REDIS_URL }, { REDIS_URL }])) as [TestService, TestService]
    for (const [here, there] of [
      [first, second],
      [second, first],
    ] as const) {
      const { key, keyId } = await makeKey(here)
      for (const one of [here, there, here, there]) expect(await use(one, key)).toBe(200)
      expect(await revoke(here, keyId)).toBe(200)
      expect(await use(here, key)).toBe(401)
      // The broadcast is still on its way when the revocation is answered. A cached key would be used for 10 seconds.
      if (REDIS_URL) await expect.poll(() => use(there, key), { timeout: 8000 }).toBe(401)
      else expect(await use(there, key)).toBe(401)
    }
  })
})

test('a single process caches keys, and a revocation holds on the very next request', async () => {
  const one = await serviceForTest({ env: { ...provider.env, REDIS_URL: '' } })
  const { key, keyId } = await makeKey(one)
  expect(await use(one, key)).toBe(200)
  if (one.db.kind === 'embedded') expect(await looks(one, key)).toBe(0)
  await revoke(one, keyId)
  expect(await use(one, key)).toBe(401)
})

describe.skipIf(!server)('where broadcasts are not heard', () => {
  test.each(['cut', 'silence'] as const)(
    'without broadcasts (%s) every key is looked up, and afterwards keys are cached again',
    async (fail) => {
      const proxy = await startTcpProxy(server!)
      onTestFinished(proxy.close)
      const [far, near] = (await pair([{ REDIS_URL: proxy.url }, { REDIS_URL: server! }])) as [TestService, TestService]
      const { key } = await makeKey(near)
      const revoked = await makeKey(near)
      const poll = { timeout: 20_000 }
      await expect.poll(() => looks(far, key), poll).toBe(0)
      expect(await use(far, revoked.key)).toBe(200)
      proxy[fail]()
      await expect.poll(() => looks(far, key), poll).toBe(1)
      await revoke(near, revoked.keyId)
      expect(await use(far, revoked.key)).toBe(401)
      proxy.restore()
      await expect.poll(() => looks(far, key), poll).toBe(0)
    },
  )

  test.each(['cut', 'silence'] as const)(
    'a revocation that could not be broadcast (%s) is broadcast as soon as possible',
    async (fail) => {
      const proxy = await startTcpProxy(server!)
      onTestFinished(proxy.close)
      const [far, near] = (await pair([{ REDIS_URL: proxy.url }, { REDIS_URL: server! }])) as [TestService, TestService]
      const { key, keyId } = await makeKey(far)
      expect(await use(near, key)).toBe(200)
      proxy[fail]()
      expect(await revoke(far, keyId)).toBe(200)
      expect(await use(far, key)).toBe(401)
      proxy.restore()
      await expect.poll(() => use(near, key), { timeout: 8000 }).toBe(401)
    },
  )
})
