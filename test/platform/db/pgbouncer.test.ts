import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgresDatabase } from '../../../src/platform/db/database.ts'
import { listMigrationNames } from '../../../src/platform/db/migrations.ts'
import { serviceForTest } from '../../support/service.ts'

const program = process.env.TEST_PGBOUNCER ?? '/usr/sbin/pgbouncer'
const postgres = inject('postgres')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** PgBouncer in transaction mode before the suite's server: few connections there for many here. */
async function pooler(database: string): Promise<string> {
  const { hostname, port: at, username, password } = new URL(postgres!.server)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-pgbouncer-'))
  chmodSync(folder, 0o755)
  const secret = password && ` password=${decodeURIComponent(password)}`
  const settings = `[databases]
${database} = host=${hostname} port=${at || 5432} user=${decodeURIComponent(username)}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(program, [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
    await rm(folder, { recursive: true })
  })
  const url = `postgresql://anyone@127.0.0.1:${port}/${database}`
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await client.end()
  }, 10_000)
  return url
}

/** An empty database of the suite's server, far from UTC. */
async function emptyDatabase(): Promise<string> {
  const name = `coursewright_test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgres!.server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.query(`ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`)
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  })
  return name
}

describe.skipIf(!postgres || !existsSync(program))('behind PgBouncer in transaction mode', () => {
  test('concurrent migrations and all requests work behind PgBouncer', async () => {
    const url = await pooler(await emptyDatabase())
    const open = () => openPostgresDatabase(url, { size: 10, namedStatements: false })
    const [db, other] = [open(), open()]
    const applied = await Promise.all([db.migrate(), other.migrate()])
    await other.close()
    expect(applied.flat()).toEqual(expect.arrayContaining(await listMigrationNames()))

    const place = await serviceForTest({ db })
    const key = await place.key()
    const made = await place.rest('POST', '/courses', key, { name: 'Pooled' })
    const { id, metadata } = made.body.data
    expect(metadata.createdAt).toMatch(/Z$/)
    expect(Math.abs(Date.parse(metadata.createdAt) - Date.now())).toBeLessThan(600_000)
    const create = (_: unknown, n: number) => place.rest('POST', `/courses/${id}/modules`, key, { name: `M${n}` })
    const crowd = await Promise.all(Array.from({ length: 40 }, create))
    expect(new Set(crowd.map(({ status, body }) => [status, body.data.order].join()))).toEqual(
      new Set(Array.from({ length: 40 }, (_, order) => `201,${order}`)),
    )
    const trees = await Promise.all(Array.from({ length: 40 }, () => place.rest('GET', `/courses/${id}/tree`, key)))
    expect(new Set(trees.map(({ status, body }) => `${status} ${body.data.modules.length}`))).toEqual(
      new Set(['200 40']),
    )
    const keys = await place.graphql('{ viewer { plan } }', key)
    expect(keys).toEqual({ data: { viewer: { plan: 'enterprise' } } })
  })
})
