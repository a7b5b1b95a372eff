import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgresDatabase } from '../../src/platform/db/database.ts'
import { distributeDatabase, prepareCluster } from '../../src/platform/db/distribute.ts'
import { readStatements } from './statements.ts'

/** The variables that describe the cluster of a run. */
const variables = {
  TEST_CITUS_URL: 'an empty database of the coordinator of a Citus cluster with two workers',
  TEST_CITUS_WORKER_PORT: 'the port of the worker that the tests stop',
  TEST_CITUS_STOP_WORKER: 'the command that stops this worker',
  TEST_CITUS_START_WORKER: 'the command that starts it again',
}

/**
 * Distributes the database at TEST_CITUS_URL for all tests. They share it, because a database of a cluster cannot be
 * copied; `freshDatabase` empties it.
 */
export default async function setup(project: TestProject): Promise<void> {
  for (const [name, meaning] of Object.entries(variables))
    if (!process.env[name]) throw new Error(`Set ${name}: ${meaning}.`)
  const url = process.env.TEST_CITUS_URL!
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await prepareCluster(client)
  const db = openPostgresDatabase(url, { size: 2, engine: 'citus' })
  await db.migrate()
  await db.close()
  await distributeDatabase(client, await readStatements())
  await client.end()
  project.provide('template', '')
  project.provide('postgres', { server: url, template: null })
}
