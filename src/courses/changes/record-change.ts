import {
  defineSqlStatement,
  makeSqlWithoutRows,
  onNode,
  onNodeOf,
  type SqlRunner,
  workspaceOnNode,
} from '../../platform/db/statement.ts'
import type { Writer } from './writer.ts'

/**
 * How an operation changed a course, module, lesson or block. `fields` are the GraphQL names of the changed fields. A
 * move changes the field `order` or the id of the parent.
 */
export type ChangedNode = {
  level: 'course' | 'module' | 'lesson' | 'block'
  id: string
  change: 'created' | 'changed' | 'moved' | 'deleted' | 'restored'
  fields?: readonly string[]
}

/** A change lists at most this number of nodes. A larger one lists its topmost nodes only, with the number of all. */
export const maxListedNodes = 1000

/** The changed modules, lessons and blocks of a course. `count` is larger if they are not all listed. */
export type ChangedDescendants = { nodes: readonly ChangedNode[]; count: number }

/**
 * Returns the SQL parameters for `makeRecordChangeSql`.
 * @param count the number of changed nodes, if it is larger than that of the listed ones
 */
export const makeChangeParameters = (
  { callerId, operation, requestId, changeId }: Writer,
  nodes: readonly ChangedNode[],
  count = nodes.length,
): unknown[] => [changeId, operation, callerId, requestId, JSON.stringify(nodes), count]

type RecordedChange = {
  /** The number of the first SQL parameter from `makeChangeParameters`. */
  firstParameter: number
  /** SQL for the id and for the new tree version of the course. */
  courseId: string
  treeVersion: string
  /** The FROM clause. It returns no row if nothing was changed, and at most one row for a course. */
  from: string
  /** SQL for the changed nodes as `jsonb`, and for their number, if the parameters do not contain them. */
  nodes?: string
  count?: string
  /** Whether the statement inserts or deletes the course, so that a part of it may not see the row. */
  isInsertedOrDeleted?: boolean
  /** SQL for the bytes that the course gains. Default: the statement inserts them into `storage_tallies`. */
  bytes?: string
  /** SQL that is true if neither the search index nor the stored bytes change. Default: they change. */
  isUnchanged?: string
}

/**
 * Returns the INSERT that records a change of a course, for the statement that makes the change. `$1` must be the
 * workspace id. A second statement of the same operation adds its nodes to those of the first.
 */
export const makeRecordChangeSql = ({
  firstParameter,
  courseId,
  treeVersion,
  from,
  nodes = 'w.nodes',
  count = 'w.count',
  bytes = '0',
  isInsertedOrDeleted = false,
  isUnchanged = 'false',
}: RecordedChange): string => {
  const [id, operation, caller, requestId, listed, counted] = [0, 1, 2, 3, 4, 5].map(
    (index) => `$${firstParameter + index}`,
  )
  return `INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes, search_cursor)
   SELECT ${workspaceOnNode}, ${id}::uuid, ${courseId}, ${treeVersion}, ${operation}::text, ${caller}::text, ${requestId}::text, ${nodes}, ${count}, ${bytes}, CASE WHEN NOT ${isUnchanged} THEN 'node:0' END
   FROM ${from} CROSS JOIN (SELECT ${listed}::jsonb AS nodes, ${counted}::int AS count) w ${isInsertedOrDeleted ? onNode : onNodeOf(courseId)}
   ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
     tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
     nodes = CASE WHEN h.node_count + excluded.node_count <= ${maxListedNodes} THEN h.nodes || excluded.nodes ELSE h.nodes END,
     bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor = coalesce(excluded.search_cursor, h.search_cursor)`
}

/**
 * Returns the SQL values `nodes` and `count` of a change whose parameters contain only the topmost node.
 * @param others a subquery for `level` and `id` of the other nodes, which are all below the topmost one
 */
export const makeNodesBelowSql = (change: ChangedNode['change'], others: string) => ({
  nodes: `w.nodes || (SELECT CASE WHEN count(*) < ${maxListedNodes}
     THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', '${change}')
       ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (${others}) o)`,
  count: `w.count + (SELECT count(*)::int FROM (${others}) o)`,
})

const addNodes = defineSqlStatement<never>(
  'change_add_nodes',
  makeSqlWithoutRows(
    `recorded AS (${makeRecordChangeSql({
      firstParameter: 3,
      courseId: 'c.id',
      treeVersion: 'c.tree_version',
      from: '(SELECT c.id, c.tree_version FROM courses c WHERE c.workspace_id = $1 AND c.id = $2) c',
    })})`,
  ),
)

/**
 * Adds nodes to the change of a locked course that an earlier statement of the same operation has recorded. The first
 * nodes of a change must be the topmost ones, because a change with too many nodes keeps only those.
 */
export async function addNodesToChange(
  tx: SqlRunner,
  writer: Writer,
  courseId: string,
  nodes: readonly ChangedNode[],
  count = nodes.length,
): Promise<void> {
  if (count === 0) return
  const listed = count < maxListedNodes ? nodes : []
  await tx.rows(addNodes, [writer.workspaceId, courseId, ...makeChangeParameters(writer, listed, count)])
}
