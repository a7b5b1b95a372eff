import type { Database } from '../db/client.ts'
import { statement } from '../db/sql.ts'
import { OperatorError } from '../errors.ts'

const oldest = 14

const version = statement<{ version: string }>(
  'server_version',
  "SELECT current_setting('server_version_num') AS version",
)

/**
 * A PostgreSQL that answers and is new enough.
 * @throws OperatorError with what to look at
 */
export async function reachable(db: Database): Promise<Database> {
  const [row] = await db.sql.rows(version, []).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause : error
    throw new OperatorError(`PostgreSQL (DATABASE_URL) cannot be reached: ${cause.message || 'no answer'}.`, { cause })
  })
  const major = Math.floor(Number(row?.version) / 10_000)
  if (major < oldest) throw new OperatorError(`PostgreSQL ${major} is too old: this service needs ${oldest} or newer.`)
  return db
}
