import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgresDatabase } from '../../../src/platform/db/database.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { runWithTenantConnectionLimit } from '../../../src/platform/limits/tenant-context.ts'
import { makeTenantLimiter } from '../../../src/platform/limits/tenant-limiter.ts'
import { errorBody } from '../../support/error-bodies.ts'
import { freshDatabase, openAgain, serviceForTest, type TestService } from '../../support/service.ts'

const away = errorBody('internal_error', 'The database does not answer. Wait for Retry-After seconds.')
const one = defineSqlStatement<{ one: number }>('one', 'SELECT 1 AS one')

/** A way to the database that can be cut and laid again at the same address. */
async function cable(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
  })
  const lay = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await lay(0)
  const { port } = server.address() as AddressInfo
  const cut = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((done) => server.close(done))
  }
  onTestFinished(cut)
  const through = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  return { url: through, cut, lay: () => lay(port) }
}

/** Ends every connection to this database but its own, as an administrator or a failover does. */
async function terminateAll(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const others = 'WHERE datname = current_database() AND pid <> pg_backend_pid()'
  await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity ${others}`)
  await admin.end()
}

const statusOf = async (place: TestService, key: string) => (await place.rest('GET', '/courses', key)).status
const untilServed = (place: TestService, key: string) =>
  vi.waitFor(async () => expect(await statusOf(place, key)).toBe(200), { timeout: 20_000 })

describe.skipIf(!inject('postgres'))('PostgreSQL that goes away', () => {
  test('while the database is unreachable, requests get 503 and the service is not ready; afterwards both recover', async () => {
    const { db, url } = await freshDatabase()
    onTestFinished(() => db.close())
    const way = await cable(url!)
    const place = await serviceForTest({ db: openAgain(way.url, { size: 3 }) })
    const key = await place.key()
    await untilServed(place, key)
    await way.cut()
    const read = await place.rest('GET', '/courses', key)
    expect([read.status, read.headers.get('retry-after'), read.body]).toEqual([503, '1', away])
    const written = await place.rest('POST', '/courses', key, { name: 'Lost' })
    expect([written.status, written.body]).toEqual([503, away])
    const asked = await place.graphql('{ courses { edges { node { id } } } }', key)
    expect(asked.errors[0]).toMatchObject({ message: away.error.message, extensions: { code: 'internal_error' } })
    expect((await place.http('/health/ready')).status).toBe(503)
    expect((await place.http('/health/live')).status).toBe(200)
    await way.lay()
    await untilServed(place, key)
    // The answer of a second ago may still be told.
    await expect.poll(async () => (await place.http('/health/ready')).status, { timeout: 10_000 }).toBe(200)
    expect((await place.rest('GET', '/courses', key)).body.data).toEqual([])
  })

  test('a connection that the server ends fails at most the request that uses it', async () => {
    const { db, url } = await freshDatabase()
    const place = await serviceForTest({ db })
    const key = await place.key()
    await Promise.all(Array.from({ length: 10 }, () => statusOf(place, key)))
    const crowd = Array.from({ length: 40 }, () => statusOf(place, key))
    await terminateAll(url!)
    expect([200, 503]).toEqual(expect.arrayContaining([...new Set(await Promise.all(crowd))]))
    await untilServed(place, key)
  })

  test('a transaction whose connection ends between two statements fails, and the process continues', async () => {
    const { db, url } = await freshDatabase()
    const own = openAgain(url!, { size: 1 })
    onTestFinished(async () => void (await Promise.all([own.close(), db.close()])))
    const told = own.sql.transaction(async (tx) => {
      await tx.rows(one, [])
      await terminateAll(url!)
      await tx.rows(one, [])
    })
    await expect(told).rejects.toMatchObject({ code: 'internal_error', status: 503 })
    expect(await own.sql.rows(one, [])).toEqual([{ one: 1 }])
  })

  test('a transaction of Prisma whose connection ends fails, and the process continues', async () => {
    const { db, url } = await freshDatabase()
    const own = openAgain(url!, { size: 1 })
    onTestFinished(async () => void (await Promise.all([own.close(), db.close()])))
    const told = own.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`
      await terminateAll(url!)
      await tx.$queryRaw`SELECT 1`
    })
    await expect(told).rejects.toThrow()
    expect(await own.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
  })
})

test('a connection that cannot be made frees its place in the share of the workspace', async () => {
  const share = makeTenantLimiter({ resource: 'connections', total: 4, perTenant: 2 })
  const db = openPostgresDatabase('postgresql://nobody@127.0.0.1:1/none', { size: 4, connectionLimiter: share })
  onTestFinished(() => db.close())
  for (let count = 0; count < 3; count++) {
    const read = runWithTenantConnectionLimit('workspace', () => db.sql.rows(one, []))
    await expect(read).rejects.toMatchObject({ status: 503 })
  }
  expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})
