import { PGlite } from '@electric-sql/pglite'
import { makePglitePrismaAdapterFactory } from '../embedded/pglite-adapter.ts'
import { emptySchemaEngineFilters, readMigrationList } from './migration-list.ts'
import { loadSchemaEngine, readPrismaSchema } from './schema-engine.ts'

/**
 * Returns the SQL that the migrations lack in comparison with `prisma/schema.prisma`. If nothing is missing, the result
 * is only a SQL comment.
 */
export async function computeMissingMigrationSql(): Promise<string> {
  const [client, shadow] = await Promise.all([PGlite.create(), PGlite.create()])
  const engine = await loadSchemaEngine(makePglitePrismaAdapterFactory(client, shadow))
  try {
    const [path, content] = await readPrismaSchema()
    const output = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrationList()) },
      to: { tag: 'schemaDatamodel', files: [{ path, content }] },
      script: true,
      exitCode: null,
      filters: emptySchemaEngineFilters,
    })
    return output.stdout ?? ''
  } finally {
    engine.free()
    await Promise.all([client.close(), shadow.close()])
  }
}
