import { OperatorError } from '../errors.ts'
import type { Database } from './database.ts'
import { defineSqlStatement } from './statement.ts'

const minVersion = 14

const version = defineSqlStatement<{ version: string }>(
  'server_version',
  "SELECT current_setting('server_version_num') AS version",
)

/**
 * Checks that the server has PostgreSQL 14 or newer. Returns the database.
 * @throws OperatorError if the server cannot be reached or is too old
 */
export async function assertSupportedPostgresVersion(db: Database): Promise<Database> {
  const [row] = await db.sql.rows(version, []).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause : error
    throw new OperatorError(`PostgreSQL (DATABASE_URL) cannot be reached: ${cause.message || 'no answer'}.`, { cause })
  })
  const major = Math.floor(Number(row?.version) / 10_000)
  if (major < minVersion)
    throw new OperatorError(`PostgreSQL ${major} is too old: this service needs ${minVersion} or newer.`)
  return db
}
