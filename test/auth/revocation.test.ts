import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openPostgres } from '../../src/db/client.ts'
import { freshDatabase, type House, house } from '../house.ts'
import { makeIdentityProvider } from '../identity-provider.ts'
import { makeProxy } from '../proxy.ts'
import { allStatementsOf } from '../statements.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
beforeAll(async () => {
  provider = await makeIdentityProvider()
})
afterAll(async () => void (await provider.close()))

const server = process.env.TEST_REDIS_URL

/** Two processes on one database: on the embedded one, which takes a single process, the same connection for both. */
async function pair(env: Record<string, string>[]): Promise<House[]> {
  const { db, url } = await freshDatabase()
  const alike: Database = { ...db, kind: 'postgresql', close: async () => {} }
  const second = url ? openPostgres(url, { size: 2 }) : alike
  const first = url ? db : { ...alike, close: db.close }
  return [
    await house({ env: { ...provider.env, ...env[0] }, db: first }),
    await house({ env: { ...provider.env, ...env[1] }, db: second }),
  ]
}

const makeKey = async (one: House) =>
  (await one.rest('POST', '/api-keys', await provider.token('ann'), { name: 'ci' })).body.data
const revoke = async (one: House, keyId: string) =>
  (await one.rest('DELETE', `/api-keys/${keyId}`, await provider.token('ann'))).status
const use = async (one: House, key: string) => (await one.rest('GET', '/courses', key)).status
/** The look-ups of keys that a use costs. */
const looks = async (one: House, key: string) =>
  (await allStatementsOf(() => use(one, key))).filter((text) => text.includes('FROM api_keys')).length

describe.each([
  ['without Redis', '', false],
  ['with Redis', server ?? '', server === undefined],
])('%s', (_case, REDIS_URL, skip) => {
  test.skipIf(skip)('a revoked key is refused on the next request, in every process', async () => {
    const [first, second] = (await pair([{ REDIS_URL }, { REDIS_URL }])) as [House, House]
    for (const [here, there] of [
      [first, second],
      [second, first],
    ] as const) {
      const { key, keyId } = await makeKey(here)
      for (const one of [here, there, here, there]) expect(await use(one, key)).toBe(200)
      expect(await revoke(here, keyId)).toBe(200)
      expect(await use(here, key)).toBe(401)
      // A broadcast is on its way when the revocation is answered.
      if (REDIS_URL) await expect.poll(() => use(there, key), { timeout: 2000 }).toBe(401)
      else expect(await use(there, key)).toBe(401)
    }
  })
})

test('in one process alone a key is remembered, and its revocation holds on the very next request', async () => {
  const one = await house({ env: { ...provider.env, REDIS_URL: '' } })
  const { key, keyId } = await makeKey(one)
  expect(await use(one, key)).toBe(200)
  if (one.db.kind === 'embedded') expect(await looks(one, key)).toBe(0)
  await revoke(one, keyId)
  expect(await use(one, key)).toBe(401)
})

describe.skipIf(!server)('where broadcasts are not heard', () => {
  test.each(['cut', 'silence'] as const)(
    '%s: keys are looked up every time, and remembered again after',
    async (fail) => {
      const proxy = await makeProxy(server!)
      onTestFinished(proxy.close)
      const [far, near] = (await pair([{ REDIS_URL: proxy.url }, { REDIS_URL: server! }])) as [House, House]
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
    '%s: a revocation that could not be told is told as soon as it can be',
    async (fail) => {
      const proxy = await makeProxy(server!)
      onTestFinished(proxy.close)
      const [far, near] = (await pair([{ REDIS_URL: proxy.url }, { REDIS_URL: server! }])) as [House, House]
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
