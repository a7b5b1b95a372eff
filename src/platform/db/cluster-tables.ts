import { OperatorError } from '../errors.ts'
import { getClusterText } from './cluster-texts.ts'
import { delegatedSchema, isDelegated, makeDelegatedName, workspaceRows } from './delegated-statements.ts'
import { isSchemaUpToDate } from './schema-version.ts'
import type { TransactionalSqlRunner } from './sql.ts'
import { defineSqlStatement, listDefinedSqlStatements } from './statement.ts'

/** A table of the service. `hasWorkspace` is true if its rows belong to workspaces: its primary key begins with `workspace_id`. */
export type UndistributedTable = { name: string; hasWorkspace: boolean }

/** Finds the tables that a cluster has neither distributed nor copied to every node, in the order of their creation. */
export const undistributedTables = defineSqlStatement<UndistributedTable>(
  'citus_undistributed_tables',
  `SELECT c.relname AS name, EXISTS (
     SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'workspace_id'
   ) AS "hasWorkspace"
   FROM pg_class c LEFT JOIN citus_tables t ON t.table_name = c.oid
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT relation_is_a_known_shard(c.oid)
     AND coalesce(t.citus_table_type, 'local') NOT IN ('distributed', 'reference')
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
   ORDER BY c.oid`,
  { onCluster: true },
)

const installed = defineSqlStatement<{ installed: boolean }>(
  'citus_installed',
  "SELECT EXISTS (SELECT 1 FROM pg_extension e WHERE e.extname = 'citus') AS installed",
)

const delegatedFunctions = defineSqlStatement<{ name: string }>(
  'citus_delegated_functions',
  `SELECT p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = '${delegatedSchema}'`,
  { onCluster: true },
)

const distributed = defineSqlStatement<{ distributed: boolean }>(
  'citus_distributed',
  `SELECT to_regclass('${workspaceRows}') IS NOT NULL AS distributed`,
)

async function hasDelegatedFunctions(sql: TransactionalSqlRunner): Promise<boolean> {
  const known = new Set((await sql.rows(delegatedFunctions, [])).map(({ name }) => name))
  return listDefinedSqlStatements()
    .filter(isDelegated)
    .every((statement) => known.has(makeDelegatedName(statement.name, getClusterText(statement), statement.lock?.text)))
}

/**
 * Checks that a cluster has the schema and the functions of this version, and that every table is distributed.
 * @throws OperatorError that says what to do
 */
export async function assertDistributed(sql: TransactionalSqlRunner): Promise<void> {
  const [row] = await sql.rows(installed, [])
  if (!row?.installed)
    throw new OperatorError(
      'DATABASE_ENGINE is citus, but the database at DATABASE_URL has no extension citus. Run npm run distribute on the coordinator.',
    )
  if (!(await isSchemaUpToDate(sql)))
    throw new OperatorError('The cluster does not have the schema of this version. Run npm run distribute.')
  const tables = await sql.rows(undistributedTables, [])
  if (tables.length > 0)
    throw new OperatorError(
      `The cluster has not distributed ${tables.map(({ name }) => name).join(', ')}. Run npm run distribute.`,
    )
  if (!(await hasDelegatedFunctions(sql)))
    throw new OperatorError('The cluster does not have the functions of this version. Run npm run distribute.')
}

/**
 * Checks that `npm run distribute` has not distributed a database that the service would use as one PostgreSQL: a cluster
 * cannot plan some of the statements for one, or ends.
 * @throws OperatorError that says what to do
 */
export async function assertNotDistributed(sql: TransactionalSqlRunner): Promise<void> {
  const [row] = await sql.rows(distributed, [])
  if (row?.distributed)
    throw new OperatorError(
      'The database at DATABASE_URL is a cluster (npm run distribute). Set DATABASE_ENGINE=citus.',
    )
}
