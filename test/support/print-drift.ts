import { computeMissingMigrationSql } from '../../src/platform/db/schema-engine/drift.ts'

// A program: prints the SQL that is missing from the migrations.
process.stdout.write(await computeMissingMigrationSql())
