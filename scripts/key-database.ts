import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../src/platform/config.ts'
import type { Database } from '../src/platform/db/database.ts'
import { OperatorError } from '../src/platform/errors.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Names the configured database, without a password. */
export function nameDatabase({ databaseUrl, dataDir }: Place): string {
  if (!databaseUrl) return `the embedded database in ${resolve(dataDir)}`
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `the PostgreSQL database ${pathname.slice(1)} on ${hostname}${port && `:${port}`}`
}

const refusal = (place: Place) =>
  new OperatorError(
    `There is nothing in ${nameDatabase(place)}. Run the command where the service runs, with its DATA_DIR or DATABASE_URL, or add --new-database to create a database there.`,
  )

/**
 * Checks that the folder of the embedded database has a database.
 * @throws OperatorError
 */
export function assertFolderHasDatabase(place: Place): void {
  if (!place.databaseUrl && !existsSync(join(place.dataDir, 'postgres'))) throw refusal(place)
}

/**
 * Checks that a service has migrated the database before.
 * @throws OperatorError
 */
export async function assertDatabaseIsMigrated(db: Database, place: Place): Promise<void> {
  if (!(await db.hasMigrations())) throw refusal(place)
}
