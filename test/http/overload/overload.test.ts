import { expect, inject, test, vi } from 'vitest'
import { makePreAuthenticationClientIdFinder } from '../../../src/http/pipeline/authenticate.ts'
import { readCredential } from '../../../src/http/pipeline/credentials.ts'
import { makeHashedCredential } from '../../../src/identity/authenticator.ts'
import { generateApiKey } from '../../../src/identity/key-secret.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { errorBody } from '../../support/error-bodies.ts'
import { makeFakeExchange } from '../../support/exchanges.ts'
import { freshDatabase, openAgain, serviceForTest, type TestService } from '../../support/service.ts'
import { openAndSend, requestHeadWithBody } from '../../support/sockets.ts'

const boundMs = 60
const bounded = { SHED_AFTER_MS: String(boundMs), METRICS_TOKEN: 'a-token-for-metrics' }
const page = 'https://learn.example.com'
const refusal = errorBody('internal_error', 'The service is overloaded. Wait for Retry-After seconds.')

/** Delays every turn of the event loop, until the returned function is called. */
function burden(): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + 2 * boundMs
    while (performance.now() < until);
  }, 0)
  return () => clearInterval(timer)
}

async function figure(one: TestService, name: string): Promise<number> {
  const { text } = await one.http('/metrics', { headers: { Authorization: `Bearer ${bounded.METRICS_TOKEN}` } })
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}

const untilServed = (one: TestService, key: string) =>
  vi.waitFor(async () => expect((await one.rest('GET', '/courses', key)).status).toBe(200), { timeout: 20_000 })

test.skipIf(!inject('postgres'))(
  'a busy event loop makes the service refuse requests, except health and metrics, until it recovers',
  async () => {
    const one = await serviceForTest({ env: { ...bounded, CORS_ORIGINS: page } })
    const key = await one.key()
    await untilServed(one, key)
    const relieve = burden()
    try {
      const crowd = async (ask: () => Promise<Awaited<ReturnType<TestService['http']>>>) => {
        const answers = await Promise.all(Array.from({ length: 60 }, ask))
        return answers.find(({ status }) => status === 503)
      }
      const refused = await vi.waitFor(
        async () => {
          const found = await crowd(() => one.rest('GET', '/courses', key, undefined, { Origin: page }))
          if (!found) throw new Error('No request was refused.')
          return found
        },
        { timeout: 20_000 },
      )
      expect(refused.body).toEqual(refusal)
      expect(Object.fromEntries(refused.headers)).toMatchObject({
        'retry-after': '1',
        'x-request-id': expect.any(String),
        'x-ratelimit-limit': '1000000',
        'access-control-allow-origin': page,
      })
      const asked = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"query":"{ __typename }"}',
      }
      const refusedByGraphql = async () =>
        (await crowd(() => one.http('/graphql', asked)))?.body.errors[0].extensions.code
      await expect.poll(refusedByGraphql, { timeout: 20_000 }).toBe('internal_error')
      expect((await one.http('/health/live')).status).toBe(200)
      expect((await one.http('/health/ready')).status).toBe(200)
      expect(await figure(one, 'requests_shed_total')).toBeGreaterThanOrEqual(2)
    } finally {
      relieve()
    }
    await untilServed(one, key)
  },
)

const hold = defineSqlStatement<never>('hold', 'SELECT 1')

/** Takes the only database connection, until the returned function is called. */
async function takeConnection(db: Database): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const transaction = db.sql.transaction(async (tx) => {
    await tx.rows(hold, [])
    held.resolve()
    await free.promise
  })
  await held.promise
  return () => {
    free.resolve()
    return transaction
  }
}

/** Opens PostgreSQL with a single connection. */
async function narrow(waitMs?: number): Promise<Database> {
  const { db, url } = await freshDatabase()
  const narrowed = openAgain(url!, { size: 1, waitMs })
  return { ...narrowed, close: async () => void (await Promise.all([narrowed.close(), db.close()])) }
}

test.skipIf(!inject('postgres'))(
  'while a request waits too long for a connection, new requests are refused',
  async () => {
    // Longer than a busy machine delays the first request, which must be admitted.
    const maxWaitMs = 1000
    const db = await narrow(30_000)
    const one = await serviceForTest({ env: { ...bounded, SHED_AFTER_MS: String(maxWaitMs) }, db })
    const key = await one.key()
    await untilServed(one, key)
    const free = await takeConnection(db)
    const waiting = one.rest('GET', '/courses', key)
    await vi.waitFor(() => expect(db.oldestWaitMs()).toBeGreaterThan(maxWaitMs), { timeout: 20_000 })
    const refused = await one.rest('GET', '/courses', key)
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([503, '1', refusal])
    expect(await figure(one, 'queue_age_seconds')).toBeGreaterThan(maxWaitMs / 1000)
    expect(await figure(one, 'database_connections{state="waiting"}')).toBeGreaterThanOrEqual(1)
    await free()
    expect((await waiting).status).toBe(200)
    await untilServed(one, key)
    expect(await figure(one, 'database_wait_seconds_sum')).toBeGreaterThan(maxWaitMs / 1000)
  },
)

test.skipIf(!inject('postgres'))('no request waits forever for a database connection', async () => {
  const db = await narrow(2000)
  const one = await serviceForTest({ db })
  const key = await one.key()
  const free = await takeConnection(db)
  const refused = await one.rest('GET', '/courses', key)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(refused.body).toEqual(
    errorBody('internal_error', 'The database does not answer. Wait for Retry-After seconds.'),
  )
  await free()
  await untilServed(one, key)
})

test.skipIf(!inject('postgres'))(
  'requests whose bodies do not arrive do not keep another workspace waiting, and are served when they arrive',
  async () => {
    const one = await serviceForTest({ env: { SHED_AFTER_MS: '2000' } })
    const [key, other] = [await one.key(), await one.key()]
    await untilServed(one, other)
    const body = '{"name":"Late"}'
    const head = requestHeadWithBody({ path: '/api/v1/courses', key }, body.length)
    const slow = await Promise.all(Array.from({ length: 120 }, () => openAndSend(one.url, head + body[0]!)))
    await vi.waitFor(() => expect(one.app.resourceLimits.smallBodies.state().used).toBe(120 * body.length), 20_000)
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 40 }, () => one.rest('GET', '/courses', other)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(performance.now() - startedAt).toBeLessThan(1900)
    for (const { socket } of slow) socket.write(body.slice(1))
    for (const { untilAnswered } of slow) await untilAnswered()
    expect(new Set(slow.map(({ status }) => status()))).toEqual(new Set([201]))
  },
)

test('clients are told apart by their workspace or address, and not by a credential that nobody knows', async () => {
  const one = await serviceForTest()
  const { keyring } = one.app.services
  const [key, otherKey] = [await one.key(), await one.key()]
  const identify = makePreAuthenticationClientIdFinder({ keyring, idTokens: undefined })
  const endpoint = { isAuthenticatedAndCounted: true, handle: () => {} }
  const clientOf = (value: string | undefined) => {
    const headers: Record<string, string> = value === undefined ? {} : { authorization: `Bearer ${value}` }
    const { exchange } = makeFakeExchange({ headers })
    return identify(exchange, endpoint, readCredential(exchange.req))
  }
  const address = '203.0.113.7'
  const unknown = [undefined, 'one', 'a.b.c', generateApiKey('cw').value, key]
  expect(unknown.map((value) => clientOf(value))).toEqual(unknown.map(() => address))
  const credentials = [key, otherKey].map(makeHashedCredential)
  for (const one of credentials) await keyring.authenticate(one)
  const [client, otherClient] = [clientOf(key), clientOf(otherKey)]
  expect([client, otherClient]).toEqual(credentials.map(keyring.workspaceOf))
  expect(new Set([client, otherClient, address]).size).toBe(3)
})
