import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgresDatabase } from '../../src/platform/db/database.ts'
import type { PostgresPoolOptions } from '../../src/platform/db/postgres-pool.ts'
import { defineSqlStatement } from '../../src/platform/db/statement.ts'
import { makeTenantLimiter } from '../../src/platform/limits/tenant-limiter.ts'
import { freshDatabase, serviceForTest } from '../support/service.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const one = defineSqlStatement<{ one: number }>('one', 'SELECT 1 AS one')
const sleep = defineSqlStatement<never>('sleep', 'SELECT pg_sleep($1::float)')
const shortTimeouts = { size: 3, probeAfterMs: 300, probeTimeoutMs: 1500 }

/** Opens a database through a proxy, with short timeouts for silent connections. */
async function behindProxy(options: Partial<PostgresPoolOptions> = {}) {
  const { db: direct, url } = await freshDatabase()
  const proxy = await startTcpProxy(url!)
  const { username } = new URL(url!)
  const through = proxy.url.replace('//', `//${username}@`)
  onTestFinished(async () => {
    proxy.close()
    await direct.close()
  })
  return { db: openPostgresDatabase(through, { ...shortTimeouts, ...options }), direct, proxy, url: url! }
}

async function serviceBehindProxy() {
  const found = await behindProxy()
  const service = await serviceForTest({ db: found.db })
  const key = await service.key()
  const all = await Promise.all(Array.from({ length: 6 }, () => service.rest('GET', '/courses', key)))
  expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200))
  return { ...found, service, key }
}

const refusal = (reason: string) => ({ code: 'internal_error', status: 503, details: { reason } })

describe.skipIf(!inject('postgres'))('PostgreSQL that falls silent', () => {
  test('a silent connection fails the one request that holds it; the next request gets a new connection', async () => {
    const { service, key, proxy } = await serviceBehindProxy()
    proxy.forget()
    const lost = await service.rest('GET', '/courses', key)
    expect([lost.status, lost.body.error.details]).toEqual([503, { reason: 'outcome_unknown' }])
    const after = await Promise.all([1, 2, 3].map(() => service.rest('GET', '/courses', key)))
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('while all packets are dropped every request ends with 503; once they pass again requests are served', async () => {
    const { service, key, proxy } = await serviceBehindProxy()
    proxy.silence()
    const answers = await Promise.all(Array.from({ length: 12 }, () => service.rest('GET', '/courses', key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    proxy.restore()
    await vi.waitFor(async () => expect((await service.rest('GET', '/courses', key)).status).toBe(200), 10_000)
  })

  test('a write whose answer is lost is done once, and its client gets the reason outcome_unknown', async () => {
    const { db, direct, proxy } = await behindProxy()
    onTestFinished(() => db.close())
    await direct.sql.rows(defineSqlStatement<never>('make_notes', 'CREATE TABLE notes (word text)'), [])
    const add = defineSqlStatement<never>('add_note', 'INSERT INTO notes VALUES ($1)')
    await db.sql.rows(one, [])
    proxy.loseAnswers()
    const together = ['a', 'b'].map((word) => db.sql.write(add, [word]))
    for (const outcome of await Promise.allSettled(together)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: refusal('outcome_unknown') })
    }
    await db.sql.rows(one, [])
    proxy.loseAnswers()
    await expect(db.sql.transaction((tx) => tx.rows(add, ['c']))).rejects.toMatchObject({
      status: 503,
      message: 'The database does not answer. Wait for Retry-After seconds.',
    })
    const words = defineSqlStatement<{ words: string }>(
      'words',
      "SELECT string_agg(word, '' ORDER BY word) AS words FROM notes",
    )
    expect(await direct.sql.rows(words, [])).toEqual([{ words: 'ab' }])
  })

  test('a connection whose transaction could not be rolled back is not used again', async () => {
    const { db, proxy } = await behindProxy({ size: 1 })
    onTestFinished(() => db.close())
    proxy.refuseRollback()
    const fails = defineSqlStatement<never>('divide', 'SELECT 1 / 0')
    await expect(db.sql.transaction((tx) => tx.rows(fails, []))).rejects.toMatchObject({ code: '22012' })
    expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
  })

  test('Prisma gets the same errors for lost answers, inside and outside of a transaction', async () => {
    const { db, proxy } = await behindProxy()
    onTestFinished(() => db.close())
    expect(await db.prisma.workspace.count()).toBe(0)
    proxy.loseAnswers()
    await expect(db.prisma.workspace.count()).rejects.toMatchObject(refusal('outcome_unknown'))
    await db.prisma.workspace.count()
    proxy.loseAnswers()
    const workspace = { create: { id: crypto.randomUUID(), name: 'Lost', plan: 'enterprise' } }
    const data = { id: crypto.randomUUID(), issuer: 'i', subject: 's', workspace }
    await expect(db.prisma.user.create({ data })).rejects.toMatchObject({ status: 503 })
    expect(await db.prisma.workspace.count()).toBe(0)
  })

  test('a statement that the server still runs is not given up', async () => {
    const { db } = await behindProxy()
    onTestFinished(() => db.close())
    await db.sql.rows(sleep, [1.2])
  })

  test('behind a pooler a silent connection is given up shortly after the statement timeout', async () => {
    const { db, proxy } = await behindProxy({ namedStatements: false, statementMs: 500 })
    onTestFinished(() => db.close())
    await db.sql.rows(one, [])
    proxy.forget()
    await expect(db.sql.rows(one, [])).rejects.toMatchObject(refusal('outcome_unknown'))
    expect(await db.sql.rows(one, [])).toEqual([{ one: 1 }])
  })
})

/** Opens a database with a statement timeout of 600 ms, and two thirds of that for locks and idle transactions. */
async function bounded(options: Partial<PostgresPoolOptions> = {}) {
  const { db: direct, url } = await freshDatabase()
  const db = openPostgresDatabase(url!, { size: 2, statementMs: 600, ...options })
  onTestFinished(async () => void (await Promise.all([db.close(), direct.close()])))
  await direct.sql.rows(defineSqlStatement<never>('make_rows', 'CREATE TABLE held AS SELECT 1 AS id'), [])
  return { db, direct, url: url! }
}

const hold = defineSqlStatement<{ id: number }>('hold', 'SELECT id FROM held FOR UPDATE')
const pid = defineSqlStatement<{ pid: number }>('pid', 'SELECT pg_backend_pid() AS pid')

describe.skipIf(!inject('postgres'))('timeouts of PostgreSQL', () => {
  test.each([{ namedStatements: true }, { namedStatements: false }])(
    'a statement over the timeout is cancelled, and its connection stays usable: %o',
    async (options) => {
      const { db } = await bounded({ ...options, size: 1 })
      const [before] = await db.sql.rows(pid, [])
      const long = db.sql.transaction((tx) => tx.rows(sleep, [5]))
      await expect(long).rejects.toMatchObject(refusal('statement_timeout'))
      expect(await db.sql.rows(pid, [])).toEqual([before])
    },
  )

  test('a Prisma query over the timeout is cancelled', async () => {
    const { db } = await bounded()
    await expect(db.prisma.$queryRaw`SELECT 1 FROM pg_sleep(5)`).rejects.toMatchObject(refusal('statement_timeout'))
  })

  test.each([{ namedStatements: true }, { namedStatements: false }])(
    'a wait for a locked row ends with 503 and the reason locks: %o',
    async (options) => {
      const { db, direct } = await bounded(options)
      await direct.sql.transaction(async (tx) => {
        await tx.rows(hold, [])
        await expect(db.sql.transaction((own) => own.rows(hold, []))).rejects.toMatchObject(refusal('locks'))
      })
    },
  )

  test.each([{ namedStatements: true }, { namedStatements: false }])(
    'an idle transaction is ended, and its locks are released: %o',
    async (options) => {
      const { db, direct } = await bounded(options)
      const over = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const idle = db.sql.transaction(async (tx) => {
        await tx.rows(hold, [])
        begun.resolve()
        await over.promise
        await tx.rows(one, [])
      })
      const held = expect(idle).rejects.toMatchObject({ status: 503 })
      await begun.promise
      expect(await direct.sql.rows(hold, [])).toEqual([{ id: 1 }])
      over.resolve()
      await held
    },
  )
})

/** Makes new sessions of a database read-only, or writable again. */
async function setReadOnly(url: string, value: 'on' | 'off'): Promise<void> {
  const { pathname } = new URL(url)
  const admin = new pg.Client({ connectionString: inject('postgres')!.server })
  await admin.connect()
  await admin.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${value}`)
  await admin.end()
}

describe.skipIf(!inject('postgres'))('PostgreSQL that refuses', () => {
  test('a read-only server answers reads; writes get 503, and new connections look for another server', async () => {
    const { db, url } = await bounded()
    await setReadOnly(url, 'on')
    const word = defineSqlStatement<never>('add_held', 'INSERT INTO held VALUES (2)')
    const fresh = openPostgresDatabase(url, { size: 2 })
    onTestFinished(() => fresh.close())
    await Promise.all([fresh.sql.rows(one, []), fresh.sql.rows(one, [])])
    await expect(fresh.sql.write(word, [])).rejects.toMatchObject(refusal('database_read_only'))
    await expect(fresh.sql.transaction((tx) => tx.rows(word, []))).rejects.toMatchObject(refusal('database_read_only'))
    expect(await fresh.sql.rows(one, [])).toEqual([{ one: 1 }])
    await setReadOnly(url, 'off')
    // The read-only connections are still open. None of them is used again.
    await Promise.allSettled([fresh.sql.write(word, []), fresh.sql.write(word, [])])
    await vi.waitFor(() => fresh.sql.write(word, []), 10_000)
    await db.sql.rows(one, [])
  })

  test('when PostgreSQL has no connection left, new requests end with 503 and running ones go on', async () => {
    const { direct, url } = await bounded()
    const role = `limited_${crypto.randomUUID().slice(0, 8)}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`)
    const limited = openPostgresDatabase(Object.assign(new URL(url), { username: role }).href, { size: 3 })
    onTestFinished(async () => {
      await limited.close()
      await admin.query(`DROP ROLE ${role}`).finally(() => admin.end())
    })
    await limited.sql.transaction(async (tx) => {
      await tx.rows(one, [])
      await expect(limited.sql.rows(one, [])).rejects.toMatchObject({ status: 503 })
      expect(await tx.rows(one, [])).toEqual([{ one: 1 }])
    })
    expect(await limited.sql.rows(one, [])).toEqual([{ one: 1 }])
    expect(await direct.sql.rows(one, [])).toEqual([{ one: 1 }])
  })

  test('a workspace holds at most half of the connections; beyond that it alone waits and gets 429 with the reason', async () => {
    const { db: direct, url } = await freshDatabase()
    const share = makeTenantLimiter({ resource: 'connections', total: 4, perTenant: 2, waitMs: 500, maxWaiting: 10 })
    const db = openPostgresDatabase(url!, { size: 4, connectionLimiter: share })
    onTestFinished(() => direct.close())
    const service = await serviceForTest({ db })
    const [greedy, victim] = [await service.key(), await service.key()]
    const { id } = (await service.rest('POST', '/courses', greedy, { name: 'Held' })).body.data
    const held = defineSqlStatement<{ id: string }>('hold_course', 'SELECT id FROM courses WHERE id = $1 FOR UPDATE')
    await direct.sql.transaction(async (tx) => {
      await tx.rows(held, [id])
      const create = (_: unknown, n: number) =>
        service.rest('POST', `/courses/${id}/modules`, greedy, { name: `M${n}` }, { 'Idempotency-Key': `k${n}` })
      const many = Array.from({ length: 8 }, create)
      const refused = await Promise.race(many)
      expect([refused.status, refused.headers.get('retry-after'), refused.body.error.details]).toEqual([
        429,
        '1',
        { reason: 'connections', limit: 2 },
      ])
      const reads = await Promise.all(Array.from({ length: 6 }, () => service.rest('GET', '/courses', victim)))
      expect(reads.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(db.pool().waiting).toBe(0)
      void Promise.allSettled(many)
    })
    await vi.waitFor(() => expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 }), 10_000)
    expect((await service.rest('GET', '/courses', greedy)).status).toBe(200)
  })
})
