import { defineSqlStatement, type SqlRunner } from '../statement.ts'
import type { PgliteClient } from './prepared-statements.ts'

/** A table with fewer pages of 8 KB is not analysed: any plan for it is quick. */
const minPages = 16
/**
 * ANALYZE reads 300 rows for each unit of this setting. The default of 100 would keep the only session, and with it all
 * requests, busy for up to a second.
 */
const statisticsTarget = 10

// PostgreSQL stores in `relpages` how large the table was when it was last analysed.
const grown = defineSqlStatement<{ name: string }>(
  'embedded_grown_table',
  `SELECT c.relname AS name FROM pg_class c
   CROSS JOIN LATERAL (SELECT pg_relation_size(c.oid) / current_setting('block_size')::int AS pages) s
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND s.pages >= greatest(2 * c.relpages, ${minPages})
   ORDER BY s.pages - c.relpages DESC LIMIT 1`,
)

/**
 * Updates the statistics of one table that has become twice as large, as autovacuum does on a server. PostgreSQL then
 * makes new plans for the statements that read the table. Returns the name of the table, or undefined if none has grown.
 */
export async function analyzeGrownTable(sql: SqlRunner, client: Pick<PgliteClient, 'transaction'>) {
  const [table] = await sql.rows(grown, [])
  if (!table) return undefined
  await client.transaction((tx) =>
    tx.exec(`SET LOCAL default_statistics_target = ${statisticsTarget}; ANALYZE "${table.name}"`),
  )
  return table.name
}
