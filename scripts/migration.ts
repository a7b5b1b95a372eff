import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { getNextMigrationNumber, listMigrationNames, migrationsFolder } from '../src/platform/db/migrations.ts'
import { computeMissingMigrationSql } from '../src/platform/db/schema-engine/drift.ts'
import { readPrismaSchema } from '../src/platform/db/schema-engine/schema-engine.ts'
import { writeGeneratedSql } from './generated-sql.ts'
import { findWrongRecordColumns } from './record-columns.ts'

/**
 * Returns the SQL that makes the planner assume one workspace for each table of workspaces that a script creates
 * (`docs/decisions/0049-plans-by-key.md`). Prisma cannot express it.
 */
const makeStatisticsSql = (script: string): string =>
  Array.from(script.matchAll(/^CREATE TABLE ("\w+") \(([^;]*)\);$/gm))
    .filter(([, , columns]) => columns!.includes('"workspace_id"'))
    .map(([, table]) => `\nALTER TABLE ${table} ALTER COLUMN "workspace_id" SET (n_distinct = 1);\n`)
    .join('')

/**
 * Writes the SQL that leads from the existing migrations to `prisma/schema.prisma`, for a person to read and complete, and
 * the SQL of the search index and of the storage. Writes nothing if a field of a record has no column of its type.
 */
async function writeMigration(name: string): Promise<void> {
  const [, schema] = await readPrismaSchema()
  const wrong = findWrongRecordColumns(schema)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const folder = join(migrationsFolder, `${getNextMigrationNumber(await listMigrationNames())}_${name}`)
  const file = join(folder, 'migration.sql')
  const script = await computeMissingMigrationSql()
  await writeGeneratedSql()
  await mkdir(folder, { recursive: true })
  await writeFile(file, script + makeStatisticsSql(script))
  console.log(`Wrote ${file}. Read it, complete it, then run the tests.`)
}

new Command('migration')
  .argument('<name>', 'what the migration does, in snake_case')
  .action(writeMigration)
  .parseAsync()
  .then(() => process.exit(0))
  .catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
