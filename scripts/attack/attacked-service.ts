import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { memoryMbOf, startServer } from '../../bench/process.ts'
import { service } from '../../bench/servers.ts'
import { createKey } from '../../src/keys/create.ts'
import { readConfig } from '../../src/platform/config.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { openDatabase } from '../../src/server/open-database.ts'

const server = process.env.ATTACK_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

/** A connection to the PostgreSQL server that the attacks may use; undefined if it cannot be reached. */
async function connectAsAdmin(): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  return client.connect().then(
    () => client,
    () => undefined,
  )
}

export type EmptyDatabase = {
  folder: string
  /** Undefined for an embedded database. */
  url: string | undefined
  /** Variables that lead the service to it. */
  env: Record<string, string>
  remove(): Promise<void>
}

/** An empty database of its own: on the PostgreSQL server if it can be reached, else embedded in a temporary folder. */
export async function makeEmptyDatabase(): Promise<EmptyDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-attack-'))
  const admin = await connectAsAdmin()
  if (!admin)
    return { folder, url: undefined, env: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) }
  const name = `coursewright_attack_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const remove = async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
    await rm(folder, { recursive: true })
  }
  return { folder, url, env: { DATABASE_URL: url }, remove }
}

/** Migrates a database and makes two workspaces in it, with a key each. */
export async function makeTwoKeys(env: Record<string, string>): Promise<{ attackerKey: string; victimKey: string }> {
  const db = await openDatabase({ ...readConfig(env), databasePool: 2 })
  await db.migrate()
  const makeTenant = async () => {
    const { id } = await db.prisma.workspace.create({ data: { id: makeUuidV7(), name: 'Attack', plan: 'enterprise' } })
    return (await createKey(db.sql, 'cw', id, { name: 'attack' })).value
  }
  const keys = { attackerKey: await makeTenant(), victimKey: await makeTenant() }
  await db.close()
  return keys
}

type Options = { env?: Record<string, string>; flags?: string[] }

/** Starts the service as `npm start` does, on a database of its own, with the keys of two workspaces. */
export async function startAttackedService({ env = {}, flags = [] }: Options = {}) {
  const database = await makeEmptyDatabase()
  const keys = await makeTwoKeys(database.env)
  const running = await startServer({
    file: service.file,
    flags: [...service.flags, ...flags],
    env: { RATE_LIMIT_ENTERPRISE: '1000000', OIDC_ISSUER: '', ...database.env, ...env },
    ready: '/health/ready',
    log: join(database.folder, 'service.log'),
  })
  const { url, pid } = running
  await fetch(`${url}/api/v1/courses`, { headers: { Authorization: `Bearer ${keys.victimKey}` } })
  // The service prepares its routes shortly after the start. That is not the attack's memory.
  await wait(2000)
  return {
    url,
    pid,
    ...keys,
    isEmbedded: database.url === undefined,
    /** Memory in use before any attack. */
    restMb: memoryMbOf(pid),
    isAlive: () =>
      fetch(`${url}/health/live`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    stop: async () => {
      await running.stop()
      await database.remove()
    },
  }
}

export type AttackedService = Awaited<ReturnType<typeof startAttackedService>>
