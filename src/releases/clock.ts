import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'

const clock = defineSqlStatement<{ now: string }>(
  'release_clock',
  `SELECT date_trunc('milliseconds', statement_timestamp()) AS now`,
  { onPrimary: true },
)

/** Returns the time of the database, which is the same for all processes of the service, whatever their own clocks say. */
export const readDatabaseTime = async (sql: SqlRunner): Promise<string> => (await sql.rows(clock, []))[0]!.now
