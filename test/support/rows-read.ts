import { inject } from 'vitest'
import { type Database, openPostgresDatabase } from '../../src/platform/db/database.ts'
import { makeEmbeddedDatabase } from '../../src/platform/db/embedded/embedded.ts'
import { withPreparedStatements } from '../../src/platform/db/embedded/prepared-statements.ts'
import { defineSqlStatement } from '../../src/platform/db/statement.ts'
import { openEmbeddedTemplate } from './embedded-template.ts'
import { freshDatabase } from './service.ts'

/**
 * Opens a new database with one session, which has no plans yet. PostgreSQL updates no statistics of its tables, as in
 * the embedded database.
 */
export async function openSingleSessionDatabase(): Promise<Database> {
  if (!inject('postgres'))
    return makeEmbeddedDatabase(withPreparedStatements(await openEmbeddedTemplate(inject('template'))))
  const { db, url } = await freshDatabase()
  await db.prisma.$executeRawUnsafe(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT c.oid::regclass FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', name);
    END LOOP;
  END $$`)
  const single = openPostgresDatabase(url!, { size: 1 })
  return { ...single, close: () => single.close().then(db.close) }
}

/** Removes what the planner knows of the tables. */
export const removePlannerStatistics = ({ prisma }: Database) =>
  prisma.$executeRawUnsafe('DELETE FROM pg_statistic WHERE starelid >= 16384')

// The counters of a session are stored when it is idle, at most once a second unless it is told to.
const flush = defineSqlStatement<never>('test_flush_counters', 'SELECT pg_stat_force_next_flush()')
const count = defineSqlStatement<{ name: string; rows: number }>(
  'test_count_rows_read',
  `SELECT t.relname AS name, (t.seq_tup_read + coalesce(i.read, 0))::float8 AS rows FROM pg_stat_user_tables t
   LEFT JOIN (SELECT u.relid, sum(u.idx_tup_read) AS read FROM pg_stat_user_indexes u GROUP BY u.relid) i ON i.relid = t.relid`,
)

async function readCounters({ sql }: Database): Promise<Map<string, number>> {
  await sql.rows(flush, [])
  const rows = await sql.rows(count, [])
  return new Map(rows.map((row) => [row.name, row.rows]))
}

/** Returns how many rows and index entries of each table `work` reads. Tables of which it reads none are left out. */
export async function countRowsRead(db: Database, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readCounters(db)
  await work()
  const after = await readCounters(db)
  const read = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(read.filter(([, rows]) => rows > 0))
}
