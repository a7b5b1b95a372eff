import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../src/config.ts'
import { driftSql } from '../src/db/drift.ts'
import { migrationList } from '../src/db/migrate.ts'
import { openDatabase } from '../src/process/open.ts'

/** Writes the migration from the present ones to `prisma/schema.prisma`, for a person to read and complete. */
async function make(name: string): Promise<void> {
  const { baseDir } = await migrationList()
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(baseDir, `${stamp}_${name}`)
  const script = await driftSql()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'migration.sql'), script)
  console.log(`Made ${join(folder, 'migration.sql')}: read it, complete it, then run the tests.`)
}

/** Marks a failed migration as rolled back, so that the next start applies it again. */
async function rolledBack(name: string): Promise<void> {
  const db = await openDatabase({ ...readConfig(process.env), databasePool: 1 })
  const changed = await db.prisma.$executeRaw`
    UPDATE _prisma_migrations SET rolled_back_at = now()
    WHERE migration_name = ${name} AND finished_at IS NULL AND rolled_back_at IS NULL`
  await db.close()
  if (!changed) throw new Error(`No failed migration is named ${name}.`)
  console.log(`${name} is marked as rolled back; the next start applies it again.`)
}

new Command('migration')
  .argument('<name>', 'what the migration does, in snake_case')
  .option('--rolled-back', 'mark the failed migration of this name as rolled back')
  .action((name: string, options: { rolledBack?: boolean }) => (options.rolledBack ? rolledBack(name) : make(name)))
  .parseAsync()
  .then(() => process.exit(0))
  .catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
