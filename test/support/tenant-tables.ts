import { listMigrationNames, readMigrationSql } from '../../src/platform/db/migrations.ts'

/** Tables that are small and read before the workspace is known: a cluster keeps a copy of them on each node. */
const referenceTables = new Set(['workspaces', 'users', 'api_keys', 'idempotency_keys'])

const createTable = /CREATE TABLE "(\w+)" \(\n(.*?)\n\);/gs

/** The tables that the migrations create and keep, each with its definition. */
export async function readTables(): Promise<Map<string, string>> {
  const scripts = await Promise.all((await listMigrationNames()).map((name) => readMigrationSql(name)))
  const tables = new Map(
    scripts.flatMap((script) => [...script.matchAll(createTable)].map(([, name, body]) => [name!, body!])),
  )
  for (const [, name] of scripts.join('').matchAll(/DROP TABLE "(\w+)"/g)) tables.delete(name!)
  return tables
}

/** The tables whose rows belong to one workspace and are distributed by it. */
export async function readTenantTables(): Promise<string[]> {
  return [...(await readTables()).keys()].filter((name) => !referenceTables.has(name))
}

const partitions = 4

/** A migration with the tables of a workspace partitioned by it. */
export function partitioned(script: string): string {
  const tables = script.replace(createTable, (text, name: string, body: string) => {
    if (referenceTables.has(name)) return text
    const parts = Array.from(
      { length: partitions },
      (_, part) =>
        `CREATE TABLE "${name}_p${part}" PARTITION OF "${name}" FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${part});`,
    )
    return `CREATE TABLE "${name}" (\n${body}\n) PARTITION BY HASH ("workspace_id");\n${parts.join('\n')}`
  })
  // PostgreSQL takes storage parameters for partitions only.
  return tables.replace(/^ALTER TABLE "\w+" SET \(fillfactor.*$/gm, '')
}
