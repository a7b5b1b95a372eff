import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { type Database, openPostgresDatabase } from '../../../src/platform/db/database.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'

const redisUrl = process.env.TEST_REDIS_URL

const debian = '/usr/lib/postgresql'
const newest = existsSync(debian) ? readdirSync(debian).sort().at(-1) : undefined
const programs = process.env.TEST_POSTGRES_BIN ?? (newest && join(debian, newest, 'bin'))
const asPostgres: { uid?: number; gid?: number } = process.getuid?.() === 0 ? idsOf('postgres') : {}

function idsOf(user: string) {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

const ends: (() => Promise<unknown>)[] = []

/** A PostgreSQL of our own on the data in `folder`. */
async function serve(folder: string): Promise<string> {
  const port = await freePort()
  const options = ['-D', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-k', '']
  const child = spawn(join(programs!, 'postgres'), options, { ...asPostgres, stdio: 'ignore' })
  const exit = once(child, 'exit')
  ends.push(async () => {
    child.kill('SIGINT')
    await exit
  })
  const url = `postgresql://owner@127.0.0.1:${port}/postgres`
  await vi.waitFor(() => query(url, 'SELECT 1'), 30_000)
  return url
}

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

describe.skipIf(!inject('postgres') || !programs)('a streaming replica', () => {
  let primaryUrl: string
  let replicaUrl: string
  let service: TestService
  let other: TestService

  const open = (url: string): Database => openPostgresDatabase(url, { size: 3 })

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coursewright-replica-'))
    if (asPostgres.uid !== undefined) execFileSync('chown', [`${asPostgres.uid}:${asPostgres.gid}`, folder])
    chmodSync(folder, 0o700)
    const run = (program: string, ...args: string[]) =>
      execFileSync(join(programs!, program), args, { ...asPostgres, cwd: folder, stdio: 'ignore' })
    run('initdb', '-D', `${folder}/primary`, '-U', 'owner', '-A', 'trust', '-N')
    primaryUrl = await serve(`${folder}/primary`)
    run('pg_basebackup', '-d', primaryUrl, '-D', `${folder}/replica`, '-R', '-c', 'fast', '-N')
    replicaUrl = await serve(`${folder}/replica`)
    ends.push(() => rm(folder, { recursive: true }))

    await openPostgresAndMigrate(primaryUrl)
    service = await startTestService({ db: open(primaryUrl), replicaDb: open(replicaUrl) })
    other = await startTestService({ db: open(primaryUrl), replicaDb: open(replicaUrl) })
  }, 120_000)

  afterAll(async () => {
    await Promise.all([service?.close(), other?.close()])
    const [primary, replica, ...rest] = ends
    await replica?.()
    await primary?.()
    for (const end of rest) await end()
  })

  async function openPostgresAndMigrate(url: string): Promise<void> {
    const db = openPostgresDatabase(url, { size: 3 })
    await db.migrate()
    await db.close()
  }

  const nameOf = async (place: TestService, key: string, id: string) =>
    (await place.rest('GET', `/courses/${id}`, key)).body.data.name

  async function makeCourse() {
    const key = await service.key()
    const { id } = (await service.rest('POST', '/courses', key, { name: 'As made' })).body.data
    return { key, id }
  }

  /** Past the service, so that it knows of no write. */
  const rename = (id: string, name: string) =>
    query(primaryUrl, 'UPDATE courses SET name = $2 WHERE id = $1', [id, name])

  /** A replica that stands still does not know what came after. */
  const untilReadFromReplica = (key: string, id: string, place = service) =>
    vi.waitFor(async () => {
      await query(replicaUrl, 'SELECT pg_wal_replay_pause()')
      await rename(id, 'Unseen')
      const name = await nameOf(place, key, id)
      await rename(id, 'As made')
      await query(replicaUrl, 'SELECT pg_wal_replay_resume()')
      expect(name).toBe('As made')
    }, 20_000)

  test('a workspace reads from the replica, but from the primary after its own write', async () => {
    const { key, id } = await makeCourse()
    await untilReadFromReplica(key, id)
    await query(replicaUrl, 'SELECT pg_wal_replay_pause()')
    try {
      await rename(id, 'Behind its back')
      expect(await nameOf(service, key, id)).toBe('As made')
      const mine = await service.rest('PATCH', `/courses/${id}`, key, { description: 'Mine' })
      expect(mine.status).toBe(200)
      const read = await service.rest('GET', `/courses/${id}`, key)
      expect(read.body.data).toMatchObject({ name: 'Behind its back', description: 'Mine' })
      const searched = await service.rest('GET', '/courses?search=mine', key)
      expect(searched.body.data).toHaveLength(1)
      if (process.env.TEST_REDIS_URL) expect(await nameOf(other, key, id)).toBe('Behind its back')
    } finally {
      await query(replicaUrl, 'SELECT pg_wal_replay_resume()')
    }
    await untilReadFromReplica(key, id)
  })

  test('a search finds the latest writes, and writes and keys use the primary', async () => {
    const { key, id } = await makeCourse()
    await vi.waitFor(async () => {
      const found = await other.rest('GET', '/courses?search=made', key)
      expect([found.status, found.body.data.map((course: { id: string }) => course.id)]).toEqual([200, [id]])
    }, 20_000)
    expect((await other.graphql('{ viewer { plan } }', key)).data.viewer.plan).toBe('enterprise')
    expect((await other.rest('DELETE', `/courses/${id}`, key)).status).toBe(200)
    expect((await other.rest('GET', `/courses/${id}`, key)).status).toBe(404)
  })

  test.skipIf(!redisUrl)("one's own write counts where Redis has lost its mark", async () => {
    const workspaceId = await service.workspace()
    const key = await service.key({ workspaceId })
    const { id } = (await service.rest('POST', '/courses', key, { name: 'As made' })).body.data
    await untilReadFromReplica(key, id)
    await query(replicaUrl, 'SELECT pg_wal_replay_pause()')
    const redis = new Redis(redisUrl!)
    try {
      await service.rest('PATCH', `/courses/${id}`, key, { name: 'Mine' })
      expect(await redis.del(`coursewright:written:${workspaceId}`)).toBe(1)
      expect(await nameOf(service, key, id)).toBe('Mine')
    } finally {
      redis.disconnect()
      await query(replicaUrl, 'SELECT pg_wal_replay_resume()')
    }
  })

  test.skipIf(!redisUrl)('a process that does not reach Redis reads what another has written', async () => {
    const { key, id } = await makeCourse()
    const proxy = await startTcpProxy(redisUrl!)
    const deaf = await startTestService({
      db: open(primaryUrl),
      replicaDb: open(replicaUrl),
      env: { REDIS_URL: proxy.url },
    })
    onTestFinished(async () => {
      await deaf.close()
      proxy.close()
    })
    await untilReadFromReplica(key, id, deaf)
    await query(replicaUrl, 'SELECT pg_wal_replay_pause()')
    try {
      proxy.cut()
      await service.rest('PATCH', `/courses/${id}`, key, { name: 'Written elsewhere' })
      for (let time = 0; time < 3; time++) expect(await nameOf(deaf, key, id)).toBe('Written elsewhere')
    } finally {
      await query(replicaUrl, 'SELECT pg_wal_replay_resume()')
    }
  })

  test('an unreachable replica fails no request', async () => {
    const { key, id } = await makeCourse()
    await untilReadFromReplica(key, id)
    await ends[1]!()
    for (let time = 0; time < 5; time++) expect(await nameOf(service, key, id)).toBe('As made')
    await vi.waitFor(async () => expect(await nameOf(service, key, id)).toBe('As made'), 20_000)
    await rename(id, 'On the primary')
    await vi.waitFor(async () => expect(await nameOf(service, key, id)).toBe('On the primary'), 20_000)
  })
})
