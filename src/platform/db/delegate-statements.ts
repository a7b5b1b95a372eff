import type pg from 'pg'
import { getClusterText } from './cluster-texts.ts'
import {
  type DelegatedPart,
  type DelegatedStatement,
  delegatedSchema,
  isDelegated,
  makeDelegatedFunctionSql,
  makeDelegatedName,
  makeDelegatedTypesSql,
  workspaceRows,
} from './delegated-statements.ts'
import { describeStatement } from './describe-statement.ts'
import type { SqlStatement } from './statement.ts'
import { splitIntoParts } from './statement-parts.ts'

const existing = `SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = '${delegatedSchema}'::regnamespace`

const makeWorkspaceRows = (firstTable: string) => `DO $$ BEGIN
  IF to_regclass('${workspaceRows}') IS NULL THEN
    CREATE TABLE ${workspaceRows} (workspace_id uuid PRIMARY KEY);
    PERFORM create_distributed_table('${workspaceRows}', 'workspace_id', colocate_with => '${firstTable}');
  END IF;
END $$`

/** Describes a statement of several parts, and each of its parts. */
async function describeParts(client: pg.ClientBase, statement: string): Promise<DelegatedStatement> {
  const { parts, main } = splitIntoParts(statement)
  const { parameters, parameterTypes, columns } = await describeStatement(client, statement)
  const described: DelegatedPart[] = []
  const earlier: string[] = []
  for (const part of parts) {
    earlier.push(`${part.name} AS (${part.text})`)
    const isRead = /^(SELECT|WITH)\b|\bRETURNING\b/.test(part.text)
    const rows = isRead
      ? await describeStatement(client, `WITH ${earlier.join(', ')} SELECT * FROM ${part.name}`, parameterTypes)
      : undefined
    described.push({ ...part, columns: rows?.columns ?? [] })
  }
  return { parts: described, main, parameters, columns }
}

/**
 * Makes the functions of the statements that a cluster runs on the node of a workspace, if it does not have them yet.
 * @param firstTable the table whose shards tell the node of a workspace
 * @returns the names of the new functions
 */
export async function delegateStatements(
  client: pg.ClientBase,
  statements: readonly SqlStatement<unknown>[],
  firstTable: string,
): Promise<string[]> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${delegatedSchema}`)
  await client.query(makeWorkspaceRows(firstTable))
  const { rows } = await client.query<{ name: string }>(existing)
  const known = new Set(rows.map(({ name }) => name))
  const created: string[] = []
  for (const statement of statements) {
    if (!isDelegated(statement)) continue
    const body = getClusterText(statement)
    const name = makeDelegatedName(statement.name, body, statement.lock?.text)
    if (known.has(name)) continue
    const described = await describeParts(client, body)
    for (const sql of makeDelegatedTypesSql(name, described.parts)) await client.query(sql)
    await client.query(makeDelegatedFunctionSql(name, described, statement.lock?.text))
    const signature = `${delegatedSchema}.${name}(${described.parameters.join(', ')})`
    await client.query("SELECT create_distributed_function($1, '$1', colocate_with := $2)", [signature, firstTable])
    created.push(name)
  }
  return created
}
