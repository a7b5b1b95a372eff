import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { call, findKey, processTimeoutMs, runProgram, startService, temporaryFolder } from './program.ts'

type Place = Record<string, string>

/** A new place for data: an empty folder, or an empty database on the PostgreSQL server of this run. */
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

/** Runs SQL while no service runs, as an operator could. */
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
  const program = runProgram('src/main.js', [], { ...place, PORT: '0' })
  expect(await program.exitCode()).toBe(1)
  expect(program.output()).not.toMatch(/^\s+at /m)
  return program.output()
}

test.skipIf(!inject('postgres'))(
  'of several processes that start on an empty database, one migrates it and creates the demo, and all serve',
  async () => {
    const place = await nowhere()
    const programs = await Promise.all([startService(place), startService(place), startService(place)])
    const keys = programs.map((program) => findKey(program.output())).filter((key) => key !== undefined)
    expect(keys).toHaveLength(1)
    const statuses = await Promise.all(
      programs.map(async (one) => (await (await call(one, 'GET', '/courses', keys[0]!)).json()).data.length),
    )
    expect(statuses).toEqual([1, 1, 1])
  },
  processTimeoutMs,
)

test(
  'a failing migration stops every start without a trace, and the start succeeds after its cause is removed',
  async () => {
    const place = await nowhere()
    await byHand(place, 'CREATE TABLE workspaces (id uuid)')
    const first = await refusal(place)
    expect(first).toBe(
      'The migration 0001_init failed: relation "workspaces" already exists. ' +
        'Nothing of it was kept: remove the cause and start again.\n',
    )
    expect(await refusal(place)).toBe(first)

    await byHand(place, 'DROP TABLE workspaces')
    const service = await startService(place)
    expect((await call(service, 'GET', '/courses', findKey(service.output())!)).status).toBe(200)
  },
  processTimeoutMs,
)

test(
  'a database that a later version has migrated is served, and the log says so',
  async () => {
    const place = await nowhere()
    const first = await startService(place)
    const key = findKey(first.output())!
    first.child.kill('SIGTERM')
    await first.exitCode()
    await byHand(
      place,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ('later', '', '29991231000000_later', now(), now(), 1)`,
    )
    const second = await startService({ ...place, LOG_LEVEL: 'warn' })
    expect((await call(second, 'GET', '/courses', key)).status).toBe(200)
    await vi.waitFor(() => expect(second.output()).toContain('29991231000000_later'), 20_000)
    expect(second.output()).toContain('the database was migrated by a later version')
  },
  processTimeoutMs,
)

test.each(['postgres/PG_VERSION', 'postgres/postmaster.pid'])(
  'a first start that is killed when %s appears does not prevent the next start',
  async (file) => {
    const DATA_DIR = await temporaryFolder()
    const first = runProgram('src/main.js', [], { DATA_DIR, PORT: '0' })
    await vi.waitFor(() => expect(existsSync(join(DATA_DIR, file))).toBe(true), { timeout: 120_000, interval: 1 })
    first.child.kill('SIGKILL')
    await first.exitCode()
    const second = await startService({ DATA_DIR })
    expect((await call(second, 'GET', '/courses', findKey(second.output())!)).status).toBe(200)
  },
  processTimeoutMs,
)
