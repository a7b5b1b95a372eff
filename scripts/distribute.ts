import pg from 'pg'
import { readConfig } from '../src/platform/config.ts'
import { openPostgresDatabase } from '../src/platform/db/database.ts'
import { distributeDatabase, prepareCluster } from '../src/platform/db/distribute.ts'
import { listDefinedSqlStatements } from '../src/platform/db/statement.ts'
import { OperatorError } from '../src/platform/errors.ts'
// The modules of the service define the statements.
import '../src/server/app.ts'

/** Migrates the database at DATABASE_URL, the coordinator of a Citus cluster, and distributes what is not distributed yet. */
async function run(): Promise<void> {
  const { databaseUrl } = readConfig(process.env)
  if (!databaseUrl) throw new OperatorError('Set DATABASE_URL to the address of the coordinator.')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect().catch((error: Error) => {
    throw new OperatorError(`The coordinator (DATABASE_URL) cannot be reached: ${error.message || 'no answer'}.`)
  })
  await prepareCluster(client)
  const db = openPostgresDatabase(databaseUrl, { size: 2, engine: 'citus' })
  const migrations = await db.migrate()
  await db.close()
  const { tables, functions } = await distributeDatabase(client, listDefinedSqlStatements())
  await client.end()
  console.log(
    `${migrations.length} migrations and scripts applied, ${tables.length} tables and ${functions.length} functions distributed.`,
  )
}

run().catch((error: Error) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
