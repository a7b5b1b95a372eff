import type pg from 'pg'
import { OperatorError } from '../errors.ts'
import { type UndistributedTable, undistributedTables } from './cluster-tables.ts'
import { delegateStatements } from './delegate-statements.ts'
import type { SqlStatement } from './statement.ts'

/**
 * Settings of the database on every node, for later sessions: the SQL scripts create triggers, whose functions touch rows
 * of the same workspace only, and a function that runs on the node of a workspace runs statements of its own. The planner
 * settings are those of the service's own sessions, which do not reach the other nodes.
 */
const databaseSettings = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  enable_seqscan: 'off',
}

const listForeignKeys = `SELECT c.conrelid::regclass::text AS relation, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
  FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = ANY($1::regclass[]) AND c.confrelid = ANY($2::regclass[])`

// Functions that read a table cannot be copied to the other nodes before the table is there. Those of triggers have no
// arguments.
const listFunctions = `SELECT p.oid::regprocedure::text AS name, f."runsOnNode"
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  CROSS JOIN LATERAL (SELECT coalesce(p.proargnames[1] = 'p_workspace' AND p.provolatile = 'v', false) AS "runsOnNode") f
  WHERE p.pronamespace = 'public'::regnamespace AND l.lanname IN ('sql', 'plpgsql') AND p.prokind = 'f'
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    AND NOT EXISTS (SELECT 1 FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid
      AND (o.distribution_argument_index IS NOT NULL OR NOT f."runsOnNode"))
  ORDER BY p.oid`

/** The table whose workspaces are placed first. The other tables of a workspace go to the same node. */
const firstTable = 'courses'

/**
 * Makes the tables known to a cluster that it does not know yet: those of workspaces are spread over the nodes by
 * `workspace_id`, and every node gets a copy of the others. A foreign key cannot lead from a distributed table to one that
 * is not, so the keys are dropped and made again.
 * @returns the names of the tables
 */
async function distributeTables(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<UndistributedTable>(undistributedTables.text)
  const ofWorkspaces = tables.filter(({ hasWorkspace }) => hasWorkspace).map(({ name }) => name)
  const ordered = ofWorkspaces.toSorted((a, b) => Number(b === firstTable) - Number(a === firstTable))
  await client.query(
    'BEGIN; SET LOCAL citus.shard_replication_factor = 1; SET LOCAL citus.enable_unsafe_triggers = on; ' +
      "SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL client_min_messages = warning",
  )
  for (const { name, hasWorkspace } of tables)
    if (!hasWorkspace) await client.query('SELECT create_reference_table($1)', [name])
  const all = `SELECT array_agg(c.oid::regclass::text) AS names FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'workspace_id'`
  const { names } = (await client.query<{ names: string[] }>(all)).rows[0]!
  const out = await client.query(listForeignKeys, [ofWorkspaces, names])
  const into = await client.query(listForeignKeys, [names, ofWorkspaces])
  const keys = new Map([...out.rows, ...into.rows].map((key) => [`${key.relation} ${key.name}`, key]))
  for (const { relation, name } of keys.values())
    await client.query(`ALTER TABLE ${relation} DROP CONSTRAINT "${name}"`)
  for (const name of ordered)
    await client.query("SELECT create_distributed_table($1, 'workspace_id', colocate_with => $2)", [
      name,
      name === firstTable ? 'none' : firstTable,
    ])
  for (const { relation, name, definition } of keys.values())
    await client.query(`ALTER TABLE ${relation} ADD CONSTRAINT "${name}" ${definition}`)
  await client.query('COMMIT')
  return tables.map(({ name }) => name)
}

/** Copies functions to the nodes. A function of one workspace that is called alone then runs on the node of the workspace. */
async function distributeFunctions(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; runsOnNode: boolean }>(listFunctions)
  for (const { name, runsOnNode } of rows) {
    const placed = runsOnNode ? `, 'p_workspace', colocate_with := '${firstTable}'` : ''
    await client.query(`SELECT create_distributed_function($1${placed})`, [name])
  }
  return rows.map(({ name }) => name)
}

const assumePlansByKey = `DO $do$ DECLARE shard regclass; BEGIN
  FOR shard IN SELECT a.attrelid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relkind = 'r' AND relation_is_a_known_shard(c.oid) AND a.attname = 'workspace_id'
      AND NOT coalesce('n_distinct=1' = ANY(a.attoptions), false) LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN workspace_id SET (n_distinct = 1)', shard);
    EXECUTE format('ANALYZE %s (workspace_id)', shard);
  END LOOP;
END $do$`

/**
 * Tells the planner of every node that the rows of a shard belong to one workspace (docs/decisions/0049-plans-by-key.md).
 * Citus makes shards without the options of their columns, also when it moves one.
 */
async function setPlannerAssumptions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    'SELECT r.success, r.result FROM run_command_on_all_nodes($1) r',
    [assumePlansByKey],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new OperatorError(`A node of the cluster has refused a setting of its tables: ${failed.result}`)
}

/** Prepares an empty database, or one from before an upgrade, for the migrations: the extension, its nodes and settings. */
export async function prepareCluster(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ installed: boolean }>(
    "SELECT EXISTS (SELECT 1 FROM pg_available_extensions e WHERE e.name = 'citus') AS installed",
  )
  if (!rows[0]!.installed) throw new OperatorError('The PostgreSQL server at DATABASE_URL has no extension citus.')
  await client.query('CREATE EXTENSION IF NOT EXISTS citus')
  const nodes = await client.query<{ groupid: number }>('SELECT n.groupid FROM pg_dist_node n')
  if (nodes.rows.length > 0 && !nodes.rows.some(({ groupid }) => groupid === 0))
    throw new OperatorError(
      "The cluster does not know its coordinator. Run SELECT citus_set_coordinator_host('HOST', PORT).",
    )
  // A cluster of one node: the coordinator keeps the shards.
  if (nodes.rows.length === 0) {
    await client.query("SELECT citus_set_coordinator_host('localhost', inet_server_port())")
    await client.query("SELECT citus_set_node_property('localhost', inet_server_port(), 'shouldhaveshards', true)")
  }
  const { name } = (await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name')).rows[0]!
  for (const [setting, value] of Object.entries(databaseSettings))
    await client.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`)
}

/**
 * Distributes the tables and functions of a migrated database, and makes the functions of the statements. What is there
 * already stays as it is.
 */
export async function distributeDatabase(
  client: pg.ClientBase,
  statements: readonly SqlStatement<unknown>[],
): Promise<{ tables: string[]; functions: string[] }> {
  try {
    const tables = await distributeTables(client)
    const functions = await distributeFunctions(client)
    const delegated = await delegateStatements(client, statements, firstTable)
    await setPlannerAssumptions(client)
    return { tables, functions: [...functions, ...delegated] }
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
