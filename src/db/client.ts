import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from './generated/prisma/client.ts'
import { applyMigrations, MigrationError, migrationNames, repair, running } from './migrate.ts'
import { Pool } from './pool.ts'
import { pgSql, type Sql, statement } from './sql.ts'

/** The database: Prisma for writes and cold paths, `sql` for the hot statements, both on the same connections. */
export type Database = {
  kind: 'postgresql' | 'embedded'
  prisma: PrismaClient
  sql: Sql
  /** Brings the schema up to this version. @throws MigrationError */
  migrate(): Promise<string[]>
  /** Migrations that a later version of the service has applied. */
  newer(): Promise<string[]>
  /** Reachable and migrated? Throws what the database said when it is not reachable. */
  ready(): Promise<boolean>
  /** Connections: how many there may be, are, and are idle; and requests that wait for one. */
  pool(): { size: number; total: number; idle: number; waiting: number }
  /** How long the first in line has been waiting for a connection. */
  oldestWaitMs(): number
  /** Has `listener` told of each wait for a connection that is over. */
  onWait(listener: (ms: number) => void): void
  close(): Promise<void>
}

/** Any 64-bit number will do, so long as every process of the service takes the same. */
const migrationLock = 7_203_998_213n

const applied = statement<{ name: string; done: boolean }>(
  'migrations_applied',
  `SELECT migration_name AS name, finished_at IS NOT NULL AS done FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
)

const appliedTo = (sql: Sql) =>
  sql.rows(applied, []).catch((error: { code?: string }) => {
    if (error.code === '42P01') return []
    throw error
  })

/** The migrations of a database that this version does not know. */
export async function newerThanThis(sql: Sql): Promise<string[]> {
  const known = new Set(await migrationNames())
  const names = (await appliedTo(sql)).map(({ name }) => name)
  return names.filter((name) => !known.has(name))
}

/** Whether all migrations are applied. @throws MigrationError where one has failed */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const rows = await appliedTo(sql)
  const failed = rows.find((row) => !row.done)
  if (failed) {
    throw new MigrationError(`The migration ${failed.name} failed on this database earlier. ${repair(failed.name)}`)
  }
  const done = new Set(rows.map((row) => row.name))
  return (await migrationNames()).every((name) => done.has(name))
}

/** Without the lock: a migration that another process is applying looks like one that failed. */
const seemsMigrated = (sql: Sql) =>
  isMigrated(sql).catch((error: unknown) => {
    if (error instanceof MigrationError) return false
    throw error
  })

type PoolOptions = {
  size: number
  /** False behind a pooler that deals out each transaction anew, where a statement is prepared for nobody. */
  namedStatements?: boolean
  /** How long a request may wait for a connection, and a connection for its database. */
  waitMs?: number
  /** Told of connections that were cut or could not be made. */
  lost?: (error: Error) => void
}

/**
 * Statements here are short, and each is written for the index that serves it: to start workers for one, to compile it or
 * to plan it again for other values takes longer than it should take itself.
 */
const forShortStatements = async (client: pg.ClientBase): Promise<void> => {
  await client.query('SET max_parallel_workers_per_gather = 0; SET jit = off; SET plan_cache_mode = force_generic_plan')
}

/** Poolers take no options for a session, but keep the time zone of each client. */
const inUtc = async (client: pg.ClientBase): Promise<void> => {
  await client.query("SET TIME ZONE 'UTC'")
}

/** PostgreSQL 14 or newer at a `postgresql://` address. */
export function openPostgres(
  connectionString: string,
  { size, namedStatements = true, waitMs = 5_000, lost = () => {} }: PoolOptions,
): Database {
  const settings = namedStatements
    ? { options: '-c TimeZone=UTC', onConnect: forShortStatements }
    : { onConnect: inUtc }
  const connection = { ...settings, keepAlive: true, connectionTimeoutMillis: waitMs }
  const pool = new Pool({ connectionString, max: size, ...connection }, lost)
  const adapter = new PrismaPg(pool)
  const migrating = Object.assign(new PrismaPg(pool), {
    connect: async () => running(await adapter.connect(), (script) => pool.query(script)),
  })
  const prisma = new PrismaClient({ adapter })
  const sql = pgSql(pool, namedStatements)
  return {
    kind: 'postgresql',
    prisma,
    sql,
    migrate: async () => {
      if (await seemsMigrated(sql)) return []
      const lock = new pg.Client({ connectionString })
      lock.on('error', lost)
      await lock.connect()
      try {
        await lock.query('BEGIN')
        await lock.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
        return (await isMigrated(sql)) ? [] : await applyMigrations(migrating)
      } finally {
        await lock.end()
      }
    },
    newer: () => newerThanThis(sql),
    ready: () => isMigrated(sql),
    pool: () => ({ size, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    oldestWaitMs: () => pool.oldestWaitMs(),
    onWait: (listener) => {
      pool.waited = listener
    },
    close: async () => {
      await prisma.$disconnect()
      if (!pool.ended) await pool.end()
    },
  }
}
