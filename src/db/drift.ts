import { PGlite } from '@electric-sql/pglite'
import { datamodel, schemaEngine } from './engine.ts'
import { migrationList, noFilters } from './migrate.ts'
import { pgliteFactory } from './pglite.ts'

/** The SQL that leads from the migrations to `prisma/schema.prisma`; a comment alone where they agree. */
export async function driftSql(): Promise<string> {
  const [client, shadow] = await Promise.all([PGlite.create(), PGlite.create()])
  const engine = await schemaEngine(pgliteFactory(client, shadow))
  try {
    const [path, content] = await datamodel()
    const output = await engine.diff({
      from: { tag: 'migrations', ...(await migrationList()) },
      to: { tag: 'schemaDatamodel', files: [{ path, content }] },
      script: true,
      exitCode: null,
      filters: noFilters,
    })
    return output.stdout ?? ''
  } finally {
    engine.free()
    await Promise.all([client.close(), shadow.close()])
  }
}
