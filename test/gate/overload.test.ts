import { expect, inject, test, vi } from 'vitest'
import { type Database, openPostgres } from '../../src/db/client.ts'
import { statement } from '../../src/db/sql.ts'
import { freshDatabase, type House, house } from '../house.ts'
import { problem } from '../problems.ts'

const boundMs = 60
const bounded = { SHED_AFTER_MS: String(boundMs), METRICS_TOKEN: 'a-token-for-metrics' }
const page = 'https://learn.example.com'
const refusal = problem('internal_error', 'The service is overloaded. Wait for Retry-After seconds.')

/** Makes every turn of the event loop longer than the bound, until what it gives is called. */
function burden(): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + 2 * boundMs
    while (performance.now() < until);
  }, 0)
  return () => clearInterval(timer)
}

async function figure(one: House, name: string): Promise<number> {
  const { text } = await one.http('/metrics', { headers: { Authorization: `Bearer ${bounded.METRICS_TOKEN}` } })
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}

const untilServed = (one: House, key: string) =>
  vi.waitFor(async () => expect((await one.rest('GET', '/courses', key)).status).toBe(200), { timeout: 20_000 })

test.skipIf(!inject('postgres'))(
  'a busy event loop turns requests away, but not health and metrics, and serves again after',
  async () => {
    const one = await house({ env: { ...bounded, CORS_ORIGINS: page } })
    const key = await one.key()
    await untilServed(one, key)
    const relieve = burden()
    try {
      const crowd = async (ask: () => Promise<Awaited<ReturnType<House['http']>>>) => {
        const answers = await Promise.all(Array.from({ length: 60 }, ask))
        return answers.find(({ status }) => status === 503)!
      }
      const refused = await vi.waitFor(
        async () => {
          const found = await crowd(() => one.rest('GET', '/courses', key, undefined, { Origin: page }))
          expect(found).toBeDefined()
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
      expect((await crowd(() => one.http('/graphql', asked))).body.errors[0].extensions.code).toBe('internal_error')
      expect((await one.http('/health/live')).status).toBe(200)
      expect((await one.http('/health/ready')).status).toBe(200)
      expect(await figure(one, 'requests_shed_total')).toBeGreaterThanOrEqual(2)
    } finally {
      relieve()
    }
    await untilServed(one, key)
  },
)

const hold = statement<never>('hold', 'SELECT 1')

/** Takes the only connection, until what it gives is called. */
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

/** PostgreSQL with one connection, which requests have to share. */
async function narrow(waitMs?: number): Promise<Database> {
  const { db, url } = await freshDatabase()
  const narrowed = openPostgres(url!, { size: 1, waitMs })
  return { ...narrowed, close: async () => void (await Promise.all([narrowed.close(), db.close()])) }
}

test.skipIf(!inject('postgres'))('who comes while another waits too long for a connection is turned away', async () => {
  const db = await narrow()
  const one = await house({ env: bounded, db })
  const key = await one.key()
  await untilServed(one, key)
  const free = await takeConnection(db)
  const waiting = one.rest('GET', '/courses', key)
  await vi.waitFor(() => expect(db.oldestWaitMs()).toBeGreaterThan(boundMs), { timeout: 20_000 })
  const refused = await one.rest('GET', '/courses', key)
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([503, '1', refusal])
  expect(await figure(one, 'queue_age_seconds')).toBeGreaterThan(boundMs / 1000)
  expect(await figure(one, 'database_connections{state="waiting"}')).toBeGreaterThanOrEqual(1)
  await free()
  expect((await waiting).status).toBe(200)
  await untilServed(one, key)
  expect(await figure(one, 'database_wait_seconds_sum')).toBeGreaterThan(boundMs / 1000)
})

test.skipIf(!inject('postgres'))('nobody waits for a connection for ever', async () => {
  const db = await narrow(100)
  const one = await house({ db })
  const key = await one.key()
  const free = await takeConnection(db)
  const refused = await one.rest('GET', '/courses', key)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(refused.body).toEqual(problem('internal_error', 'The database does not answer. Wait for Retry-After seconds.'))
  await free()
  await untilServed(one, key)
})
