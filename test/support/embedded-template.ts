import { readFile, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { embeddedSettings, makeEmbeddedDatabase } from '../../src/platform/db/embedded/embedded.ts'
import { withPreparedStatements } from '../../src/platform/db/embedded/prepared-statements.ts'

// A test's data is small. PostgreSQL clears its buffers when it starts, so small buffers start faster.
const startParams = [
  ...PGlite.defaultStartParams,
  ...embeddedSettings,
  ...['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB', '-c', 'min_wal_size=2MB'],
]

// Copies of an embedded database never need the databases that CREATE DATABASE copies, two thirds of the files.
const dropTemplateDatabases = [
  "UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template%'",
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  'CHECKPOINT',
]

/** Writes an archive of a migrated embedded database. */
export async function writeEmbeddedTemplate(path: string): Promise<void> {
  const client = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'], startParams })
  await makeEmbeddedDatabase(withPreparedStatements(client)).migrate()
  for (const statement of dropTemplateDatabases) await client.exec(statement)
  await writeFile(path, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  await client.close()
}

/** Opens a copy of the database in the archive, in memory. */
export async function openEmbeddedTemplate(path: string): Promise<PGlite> {
  return PGlite.create({ loadDataDir: new Blob([await readFile(path)]), startParams })
}
