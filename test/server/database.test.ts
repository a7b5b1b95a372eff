import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { call, keyIn, run, slow, start, temporaryFolder } from './program.ts'

type Place = Record<string, string>

/** A place where the service has never been: a folder, or an empty database of the suite's server. */
async function nowhere(): Promise<Place> {
  const DATA_DIR = await temporaryFolder()
  const postgres = inject('postgres')
  if (!postgres) return { DATA_DIR }
  const name = `coursewright_test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgres.server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  })
  return { DATA_DIR, DATABASE_URL: Object.assign(new URL(postgres.server), { pathname: `/${name}` }).href }
}

/** What an operator does to the database by hand, while no service runs. */
async function byHand({ DATABASE_URL, DATA_DIR }: Place, script: string): Promise<void> {
  if (DATABASE_URL) {
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query(script)
    return client.end()
  }
  await mkdir(DATA_DIR!, { recursive: true })
  const client = await PGlite.create(join(DATA_DIR!, 'postgres'))
  await client.exec(script)
  await client.close()
}

async function refusal(place: Place): Promise<string> {
  const program = run('src/server.ts', [], { ...place, PORT: '0' })
  expect(await program.ended()).toBe(1)
  expect(program.out()).not.toMatch(/^\s+at /m)
  return program.out()
}

test.skipIf(!inject('postgres'))(
  'of processes that start together on an empty database one makes everything, and all serve',
  async () => {
    const place = await nowhere()
    const programs = await Promise.all([start(place), start(place), start(place)])
    const keys = programs.map((program) => keyIn(program.out())).filter((key) => key !== undefined)
    expect(keys).toHaveLength(1)
    const statuses = await Promise.all(
      programs.map(async (one) => (await (await call(one, 'GET', '/courses', keys[0]!)).json()).data.length),
    )
    expect(statuses).toEqual([1, 1, 1])
  },
  slow,
)

test(
  'a migration that fails stops this start and the next, until the database is repaired and it is marked',
  async () => {
    const place = await nowhere()
    await byHand(place, 'CREATE FUNCTION workspace_term(workspace uuid) RETURNS text LANGUAGE sql RETURN NULL')
    const first = await refusal(place)
    const cause = 'ERROR: function "workspace_term" already exists with same argument types'
    const [, name] = /--rolled-back (\d+_search)/.exec(first)!
    const repair = `Repair what it left behind, then run \`npm run migration -- --rolled-back ${name}\` and start again.`
    expect(first).toBe(`The migration ${name} failed: ${cause}. ${repair}\n`)
    expect(await refusal(place)).toBe(`The migration ${name} failed on this database earlier. ${repair}\n`)

    await byHand(place, 'DROP FUNCTION workspace_term')
    const wrong = run('scripts/migration.ts', ['--rolled-back', 'x_init'], place)
    expect([await wrong.ended(), wrong.out()]).toEqual([1, 'No failed migration is named x_init.\n'])
    const marked = run('scripts/migration.ts', ['--rolled-back', name!], place)
    expect(await marked.ended()).toBe(0)
    const service = await start(place)
    expect((await call(service, 'GET', '/courses', keyIn(service.out())!)).status).toBe(200)
  },
  slow,
)

test(
  'a database that a later version has migrated is served, and the log says so',
  async () => {
    const place = await nowhere()
    const first = await start(place)
    const key = keyIn(first.out())!
    first.child.kill('SIGTERM')
    await first.ended()
    await byHand(
      place,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ('later', '', '29991231000000_later', now(), now(), 1)`,
    )
    const second = await start({ ...place, LOG_LEVEL: 'warn' })
    expect((await call(second, 'GET', '/courses', key)).status).toBe(200)
    await vi.waitFor(() => expect(second.out()).toContain('29991231000000_later'), 20_000)
    expect(second.out()).toContain('the database is that of a later version')
  },
  slow,
)

test.each(['postgres/PG_VERSION', 'postgres/postmaster.pid'])(
  'a first start that is killed as soon as there is %s leaves nothing in the way of the next',
  async (file) => {
    const DATA_DIR = await temporaryFolder()
    const first = run('src/server.ts', [], { DATA_DIR, PORT: '0' })
    await vi.waitFor(() => expect(existsSync(join(DATA_DIR, file))).toBe(true), { timeout: 60_000, interval: 1 })
    first.child.kill('SIGKILL')
    await first.ended()
    const second = await start({ DATA_DIR })
    expect((await call(second, 'GET', '/courses', keyIn(second.out())!)).status).toBe(200)
  },
  slow,
)
