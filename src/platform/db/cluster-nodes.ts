import type { TransactionalSqlRunner } from './sql.ts'
import { defineSqlStatement } from './statement.ts'

/** A node of a cluster that does not answer the coordinator, and the share of the workspaces that it has, from 0 to 1. */
export type NodeAway = { node: string; workspaces: number }

// The `true` in `set_config` limits the setting to the transaction.
const limitWait = defineSqlStatement<never>(
  'citus_limit_wait',
  "SELECT set_config('citus.node_connection_timeout', '500', true)",
  { onCluster: true },
)
const nodesAway = defineSqlStatement<NodeAway>(
  'citus_nodes_away',
  `SELECT n.nodename || ':' || n.nodeport AS node, coalesce(s.shards, 0)::float8 / greatest(t.shards, 1) AS workspaces
   FROM pg_dist_node n
   LEFT JOIN (
     SELECT p.groupid, count(*) AS shards FROM pg_dist_placement p JOIN pg_dist_shard d ON d.shardid = p.shardid
     WHERE d.logicalrelid = 'courses'::regclass GROUP BY p.groupid
   ) s ON s.groupid = n.groupid
   CROSS JOIN (SELECT count(*) AS shards FROM pg_dist_shard d WHERE d.logicalrelid = 'courses'::regclass) t
   WHERE n.isactive AND NOT citus_check_connection_to_node(n.nodename, n.nodeport) ORDER BY 1`,
  { onCluster: true },
)

/** Returns the nodes that do not answer the coordinator within half a second each. */
export async function listNodesAway(sql: TransactionalSqlRunner): Promise<NodeAway[]> {
  const [, away] = await sql.pipeline<[never, NodeAway]>([
    [limitWait, []],
    [nodesAway, []],
  ])
  return away
}

const workspacesAway = defineSqlStatement<{ workspaceId: string }>(
  'citus_workspaces_away',
  `WITH away AS MATERIALIZED (
     SELECT n.groupid FROM pg_dist_node n WHERE n.isactive AND NOT citus_check_connection_to_node(n.nodename, n.nodeport)
   )
   SELECT w.id AS "workspaceId" FROM unnest($1::uuid[]) AS w (id)
     JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('courses', w.id)
     JOIN away a ON a.groupid = p.groupid`,
  { onCluster: true },
)

/** Returns which of these workspaces are on a node that does not answer the coordinator within half a second. */
export async function listWorkspacesAway(sql: TransactionalSqlRunner, ids: readonly string[]): Promise<string[]> {
  const [, away] = await sql.pipeline<[never, { workspaceId: string }]>([
    [limitWait, []],
    [workspacesAway, [ids]],
  ])
  return away.map(({ workspaceId }) => workspaceId)
}
