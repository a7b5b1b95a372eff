import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateApiKey } from '../../src/identity/key-secret.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

// All tests use the loopback address, so other services must not share its count in Redis.
const env = { REDIS_URL: '', TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: '10' }

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let one: TestService
beforeAll(async () => {
  provider = await makeIdentityProvider()
  one = await startTestService({ env: { ...env, ...provider.env } })
})
afterAll(async () => {
  await one.close()
  await provider.close()
})

let addresses = 0
/** Returns an address that no other test uses. */
const newAddress = () => `203.0.113.${++addresses}`

const at = (address: string, credential?: string, path = '/api/v1/courses') =>
  one.http(path, {
    headers: { 'X-Forwarded-For': address, ...(credential !== undefined && { Authorization: `Bearer ${credential}` }) },
  })

/** Counts the key lookups during `work`. */
const lookUps = async (work: () => Promise<unknown>) =>
  (await allStatementsOf(work)).filter((text) => text.includes('FROM api_keys')).length

const invented = () => generateApiKey('cw').value
const times = async <T>(count: number, work: () => Promise<T>) => {
  const answers: T[] = []
  for (let index = 0; index < count; index++) answers.push(await work())
  return answers
}

test('an invented key counts against its address, and beyond the limit causes few lookups', async () => {
  const address = newAddress()
  const statuses: number[] = []
  const asked = await lookUps(async () => {
    for (const { status } of await times(40, () => at(address, invented()))) statuses.push(status)
  })
  expect(statuses).toEqual([...new Array(10).fill(401), ...new Array(30).fill(429)])
  expect(asked).toBe(15)
  expect(await lookUps(() => times(20, () => at(address, invented())))).toBe(0)
})

test('many invented keys at once cause no more lookups than the limit allows', async () => {
  const address = newAddress()
  const asked = await lookUps(() => Promise.all(Array.from({ length: 300 }, () => at(address, invented()))))
  expect(asked).toBeLessThanOrEqual(10 + 8 + 5)
})

test('a known key works from an address beyond its limit, and so does a new one after a while', async () => {
  const address = newAddress()
  const [known, unknown] = [await one.key(), await one.key()]
  expect((await at(address, known)).status).toBe(200)
  await times(12, () => at(address))
  expect((await at(address)).status).toBe(429)
  for (const { status } of await times(20, () => at(address, known))) expect(status).toBe(200)
  expect((await at(address, unknown)).status).toBe(200)
  await times(10, () => at(address, invented()))
  const late = await at(address, await one.key())
  expect([late.status, late.headers.get('x-ratelimit-limit'), late.headers.has('retry-after')]).toEqual([
    429,
    '10',
    true,
  ])
  // A key that was accepted once stays accepted.
  for (const key of [known, unknown]) expect((await at(address, key)).status).toBe(200)
})

test('a revoked key counts against its address, and is not looked up forever', async () => {
  const address = newAddress()
  const token = await provider.token('ann')
  const remembered = one.app.services.keyring.cacheSize()
  const { key, keyId } = (await one.rest('POST', '/api-keys', token, { name: 'ci' })).body.data
  expect((await at(address, key)).status).toBe(200)
  await one.rest('DELETE', `/api-keys/${keyId}`, token)
  const asked = await lookUps(() => times(40, () => at(address, key)))
  // One lookup that finds the revocation, then those of an anonymous client.
  expect(asked).toBeLessThanOrEqual(1 + 10 + 5)
  expect(one.app.services.keyring.cacheSize()).toBe(remembered)
})

test('many first requests with valid keys from one address all succeed', async () => {
  const address = newAddress()
  const workspaceId = await one.workspace()
  const keys = await Promise.all(Array.from({ length: 40 }, () => one.key({ workspaceId })))
  const answers = await Promise.all([...keys, ...keys].map((key) => at(address, key)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await at(address)).toMatchObject({ status: 401 })
})

test('an invalid ID token counts against its address, and beyond the limit is not checked', async () => {
  const address = newAddress()
  const logged = () => one.logged.filter(({ msg }) => msg === 'refused an ID token').length
  const before = logged()
  const good = await provider.token('ann', { plan: 'enterprise' })
  expect((await at(address, good, '/api/v1/api-keys')).status).toBe(200)
  const bad = await provider.token('ann', { aud: 'somebody-else' })
  const answers = await times(40, () => at(address, bad, '/api/v1/api-keys'))
  expect(answers.map(({ status }) => status)).toEqual([...new Array(10).fill(401), ...new Array(30).fill(429)])
  expect(logged() - before).toBe(15)
  expect((await at(address, good, '/api/v1/api-keys')).status).toBe(200)
})

test('an IPv6 /64 network has one limit, a mapped IPv4 address that of the IPv4 address, and invalid addresses share one', async () => {
  const left = async (address: string) => Number((await at(address)).headers.get('x-ratelimit-remaining'))
  expect([await left('2001:db8:1:1::1'), await left('2001:db8:1:1:ffff::2'), await left('2001:db8:1:2::1')]).toEqual([
    9, 8, 9,
  ])
  expect([await left('198.51.100.9'), await left('::ffff:198.51.100.9'), await left('198.51.100.9:5000')]).toEqual([
    9, 8, 7,
  ])
  // Without a valid address, requests count for the proxy itself.
  expect([await left('unknown'), await left('x'.repeat(9000))]).toEqual([9, 8])
})

test('a key that reached the proxy over plain HTTP is not looked up, and counts as anonymous', async () => {
  const address = newAddress()
  const key = await one.key()
  const asked = await lookUps(async () => {
    const headers = { 'X-API-Key': key, 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': address }
    const answer = await one.http('/api/v1/courses', { headers })
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([400, '"anonymous";q=10;w=60'])
  })
  expect(asked).toBe(0)
  await one.app.services.keyring.flush()
  expect(one.logged.at(-1)).not.toHaveProperty('keyId')
})

test('invalid credentials are not cached', async () => {
  const remembered = one.app.services.keyring.cacheSize()
  await Promise.all(Array.from({ length: 50 }, () => at(newAddress(), invented())))
  expect(one.app.services.keyring.cacheSize()).toBe(remembered)
})
