import { defineSqlStatement, getFirstRow, type SqlRunner } from '../../platform/db/statement.ts'

const clock = defineSqlStatement<{ now: string }>(
  'release_clock',
  `SELECT date_trunc('milliseconds', statement_timestamp()) AS now`,
  { onPrimary: true },
)

/**
 * Returns the time of the database. Schedules use this time, because the clocks of the processes of the service can
 * differ.
 */
export const readDatabaseTime = async (sql: SqlRunner): Promise<string> => getFirstRow(await sql.rows(clock, [])).now
