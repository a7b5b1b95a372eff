import { OperatorError } from '../errors.ts'
import { readRepeatableScripts } from './migrations.ts'
import { splitSqlStatements } from './split-statements.ts'

/** The error of a database migration that fails. */
export class MigrationError extends OperatorError {
  override name = 'MigrationError'
}

/**
 * A transaction of a migration. `run` runs a text of several SQL statements. `rows` runs one statement with parameters.
 */
export type MigrationTransaction = {
  run(script: string): Promise<unknown>
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

const selectScripts = 'SELECT s.name, s.checksum FROM _sql_scripts s'
const upsertScript = `INSERT INTO _sql_scripts (name, checksum) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum`

/** Runs a text of several SQL statements. @throws MigrationError that names the migration or script */
export async function runMigrationScript(tx: MigrationTransaction, name: string, script: string): Promise<void> {
  try {
    for (const statement of splitSqlStatements(script)) await tx.run(statement)
  } catch (error) {
    const { message } = error as Error
    const sentence = `The migration ${name} failed: ${message}. Nothing of it was kept: remove the cause and start again.`
    throw new MigrationError(sentence, { cause: error })
  }
}

/**
 * Runs the SQL scripts (functions and triggers) that have changed since they last ran on this database. Returns their
 * names.
 */
export async function applyChangedScripts(tx: MigrationTransaction, folder: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string; checksum: string }>(selectScripts)
  const checksums = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = (await readRepeatableScripts(folder)).filter(({ name, checksum }) => checksums.get(name) !== checksum)
  // A SQL function may call a function of a later script, so PostgreSQL must not check function bodies.
  await tx.run('SET LOCAL check_function_bodies = off')
  for (const { name, text, checksum } of changed) {
    await runMigrationScript(tx, name, text)
    await tx.rows(upsertScript, [name, checksum])
  }
  return changed.map(({ name }) => name)
}
