import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgresDatabase } from '../../../src/platform/db/database.ts'
import { makePglitePrismaAdapterFactory } from '../../../src/platform/db/embedded/pglite-adapter.ts'
import { applyMigrations, type RunMigrationTransaction } from '../../../src/platform/db/migrate.ts'
import {
  listMigrationNames,
  migrationsFolder,
  readRepeatableScripts,
  sqlFunctionsFolder,
} from '../../../src/platform/db/migrations.ts'
import type { PostgresPoolOptions } from '../../../src/platform/db/postgres-pool.ts'
import { emptySchemaEngineFilters, readMigrationList } from '../../../src/platform/db/schema-engine/migration-list.ts'
import { loadSchemaEngine } from '../../../src/platform/db/schema-engine/schema-engine.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { OperatorError } from '../../../src/platform/errors.ts'
import { freshDatabase } from '../../support/service.ts'

const names = await listMigrationNames()
const scripts = (await readRepeatableScripts()).map(({ name }) => name)
const rows = defineSqlStatement<{ name: string }>(
  'migration_rows',
  `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name, started_at`,
)
const finished = names.map((name) => ({ name }))

async function migrated() {
  const { db } = await freshDatabase()
  onTestFinished(() => db.close())
  return db
}

test('a database with the migrations of an early version stops the start with a sentence that says what to do', async () => {
  const db = await migrated()
  const rename = defineSqlStatement<never>(
    'rename',
    `UPDATE _prisma_migrations SET migration_name = '20261121040000_init'`,
  )
  await db.sql.rows(rename, [])
  const error = await db.migrate().catch((thrown: Error) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
  expect((error as Error).message).toBe(
    'The database has the schema of an early version, which this version cannot migrate. Use an empty database ' +
      '(another DATABASE_URL, or another DATA_DIR). To keep data, export it through the API of the version that wrote ' +
      'it, and import it through the API of this one.',
  )
  expect(await db.ready()).toBe(false)
})

test('a script whose text has changed is applied again, and the others are not', async () => {
  const db = await migrated()
  expect(await db.migrate()).toEqual([])
  const change = defineSqlStatement<never>('change', "UPDATE _sql_scripts SET checksum = '' WHERE name = $1")
  await db.sql.rows(change, [scripts[0]])
  // The functions of another version serve until they are replaced.
  expect(await db.ready()).toBe(true)
  expect(await db.migrate()).toEqual([scripts[0]])
  expect(await db.migrate()).toEqual([])
})

test('a script that was never applied keeps the database from being ready', async () => {
  const db = await migrated()
  await db.sql.rows(defineSqlStatement<never>('forget', 'DELETE FROM _sql_scripts WHERE name = $1'), [scripts[0]])
  expect(await db.ready()).toBe(false)
  expect(await db.migrate()).toEqual([scripts[0]])
  expect(await db.ready()).toBe(true)
})

test('the scripts of a later version are not replaced by older ones', async () => {
  const db = await migrated()
  const later = defineSqlStatement<never>(
    'later',
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '9999_later', now())`,
  )
  await db.sql.rows(later, [])
  await db.sql.rows(defineSqlStatement<never>('change', "UPDATE _sql_scripts SET checksum = 'later'"), [])
  expect(await db.migrate()).toEqual([])
  expect(await db.newer()).toEqual(['9999_later'])
  expect(await db.ready()).toBe(true)
})

test('a migration that was not finished or was rolled back does not count', async () => {
  const db = await migrated()
  const half = defineSqlStatement<never>(
    'half',
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, rolled_back_at)
     VALUES ('half', '', '9999_half', NULL, NULL), ('undone', '', '9998_undone', now(), now())`,
  )
  await db.sql.rows(half, [])
  expect([await db.newer(), await db.ready()]).toEqual([[], true])
  const change = defineSqlStatement<never>('change', "UPDATE _sql_scripts SET checksum = '' WHERE name = $1")
  await db.sql.rows(change, [scripts[0]])
  expect(await db.migrate()).toEqual([scripts[0]])
  const undo = defineSqlStatement<never>(
    'undo',
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1',
  )
  await db.sql.rows(undo, [names.at(-1)])
  expect(await db.ready()).toBe(false)
})

/** An empty database whose migrations come from the service and whose scripts come from a folder of the test. */
async function databaseWithOwnScripts() {
  const client = await PGlite.create()
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-scripts-'))
  onTestFinished(async () => {
    await client.close()
    await rm(folder, { recursive: true })
  })
  await cp(sqlFunctionsFolder, folder, { recursive: true })
  const transact: RunMigrationTransaction = (work) =>
    client.transaction((tx) =>
      work({
        run: (script) => tx.exec(script),
        rows: async <Row>(text: string, values: readonly unknown[] = []) =>
          (await tx.query<Row>(text, [...values])).rows,
      }),
    ) as ReturnType<typeof work>
  const migrate = () => applyMigrations(transact, { migrations: migrationsFolder, scripts: folder })
  return { client, folder, migrate }
}

test('a script that fails leaves nothing of itself or of the other changed scripts', async () => {
  const { client, folder, migrate } = await databaseWithOwnScripts()
  await writeFile(join(folder, 'zz_broken.sql'), 'CREATE OR REPLACE FUNCTION broken() RETURNS nothing AS $$ $$')
  await expect(migrate()).rejects.toThrow(/^The migration zz_broken\.sql failed: /)
  expect((await client.query('SELECT * FROM _sql_scripts')).rows).toEqual([])
  await rm(join(folder, 'zz_broken.sql'))
  expect(await migrate()).toEqual(scripts)
})

test('a process that waits while a later version migrates does not replace the scripts of that version', async () => {
  const { client, folder, migrate } = await databaseWithOwnScripts()
  await migrate()
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '9999_later', now())`,
  )
  await writeFile(join(folder, 'zz_own.sql'), "SELECT 'a script that only this version has'")
  expect(await migrate()).toEqual([])
})

test.skipIf(inject('postgres'))(
  "Prisma's own engine finds nothing left to apply, and no changed migration",
  async () => {
    const client = await PGlite.create({ loadDataDir: new Blob([await readFile(inject('template'))]) })
    onTestFinished(() => client.close())
    const engine = await loadSchemaEngine(makePglitePrismaAdapterFactory(client))
    onTestFinished(() => engine.free())
    const migrationsList = await readMigrationList()
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList,
      filters: emptySchemaEngineFilters,
    })
    expect(appliedMigrationNames).toEqual([])
    const diagnosis = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: emptySchemaEngineFilters,
    })
    expect([diagnosis.history, diagnosis.editedMigrationNames, diagnosis.failedMigrationNames]).toEqual([null, [], []])
  },
)

describe.skipIf(!inject('postgres'))('migrations on PostgreSQL', () => {
  /** An empty database, a session on it, and a function that opens it as a process does. */
  async function emptyDatabase() {
    const { server } = inject('postgres')!
    const name = `coursewright_test_${randomUUID().replaceAll('-', '')}`
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    const session = new pg.Client({ connectionString: url })
    session.on('error', () => {})
    await session.connect()
    onTestFinished(async () => {
      await session.end()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    })
    const open = (options: Partial<PostgresPoolOptions> = {}) => {
      const db = openPostgresDatabase(url, { size: 2, ...options })
      onTestFinished(() => db.close())
      return db
    }
    return { open, session }
  }

  test('processes that start together apply each migration and each script once', async () => {
    const { open } = await emptyDatabase()
    const processes = [open(), open(), open()]
    const applied = await Promise.all(processes.map((db) => db.migrate()))
    expect(applied.flat().sort()).toEqual([...names, ...scripts].sort())
    expect(await processes[0]!.sql.rows(rows, [])).toEqual(finished)
  })

  test.each([0, names.length])(
    'a process that is killed after %d migrations blocks no other: the next one continues',
    async (count) => {
      const { open, session } = await emptyDatabase()
      const killed = open()
      const ended = killed.migrate().catch((error: Error) => error)
      const lockHolders = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      const hasMigrated = async () => {
        if (count === 0) return true
        const { rows: found } = await session.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`)
        if (!found[0].exists) return false
        return (await session.query('SELECT count(*)::int AS n FROM _prisma_migrations')).rows[0].n >= count
      }
      await vi.waitFor(
        async () => {
          expect(await hasMigrated()).toBe(true)
          expect((await session.query(`SELECT pg_terminate_backend(pid) FROM (${lockHolders}) h`)).rowCount).toBe(1)
        },
        { timeout: 20_000, interval: 1 },
      )
      expect(await ended).toBeInstanceOf(Error)
      const next = open()
      await next.migrate()
      expect(await next.ready()).toBe(true)
      expect(await next.sql.rows(rows, [])).toEqual(finished)
    },
  )

  test('a migration may wait and take longer than any other statement', async () => {
    const { open, session } = await emptyDatabase()
    await session.query('BEGIN; SELECT pg_advisory_xact_lock(7203998213)')
    const db = open({ statementMs: 100 })
    const applied = db.migrate()
    // Longer than the service waits for any other statement.
    await session.query('SELECT pg_sleep(1.6)')
    await session.query('COMMIT')
    expect(await applied).toEqual([...names, ...scripts])
    await expect(db.sql.rows(defineSqlStatement('sleep', 'SELECT pg_sleep(5)'), [])).rejects.toMatchObject({
      status: 503,
    })
  })
})
