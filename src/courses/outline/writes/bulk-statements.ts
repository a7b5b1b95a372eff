import { defineSqlStatement, onNode, workspaceOnNode } from '../../../platform/db/statement.ts'
import type { ColumnDefinition } from '../../records/record.ts'
import {
  type LevelDefinition,
  type LevelName,
  levelDefinitions,
  makeColumnWithAliasSql,
  quoteColumnName,
} from '../levels.ts'
import type { StoredNodeFieldsWithContentDigest } from '../rows.ts'
import { makeTalliedInsertSql, makeTalliedUpdateSql } from './tallied-writes.ts'

/** A stored module, lesson or block, with an MD5 digest instead of a block's content. */
export type StoredNodeWithDigestForContent<L extends LevelName> = {
  id: string
  parentId: string
  key: string | null
  order: number
} & StoredNodeFieldsWithContentDigest[L]

// JSON columns are sent as text, so that PostgreSQL stores the author's JSON unchanged.
const isJson = ({ type }: ColumnDefinition) => type === 'json'
/** Returns whether a column is the content of a block. */
const isContent = ({ field }: ColumnDefinition) => field === 'content'
const recordOf = ({ columns }: LevelDefinition) =>
  `(id uuid, parent uuid, key text, "order" int, version int, ${columns.map((one) => `${quoteColumnName(one)} ${isJson(one) ? 'text' : one.type}`).join(', ')})`
const typed = (column: ColumnDefinition, source: string) =>
  `${source}.${quoteColumnName(column)}${isJson(column) ? '::json' : ''}`

// Each SQL statement writes many rows at once. Only a tree with over a megabyte of text needs additional statements.
function statementsOf<L extends LevelName>(name: L) {
  const level: LevelDefinition = levelDefinitions[name]
  const { table, parentColumn } = level
  const inCourse = parentColumn === 'course_id'
  // The MD5 digest of the content of a block is enough for a comparison.
  const digests = level.columns.map((column) =>
    isContent(column)
      ? `md5(t.${quoteColumnName(column)}::text) AS "${column.field}"`
      : `t.${makeColumnWithAliasSql(column)}`,
  )
  const own = level.columns.map(quoteColumnName)
  const columns = [
    'id',
    'workspace_id',
    'course_id',
    ...(inCourse ? [] : [parentColumn]),
    'key',
    '"order"',
    ...own,
    'version',
    'created_by',
    'updated_by',
  ]
  const values = [
    'n.id',
    workspaceOnNode,
    '$2',
    ...(inCourse ? [] : ['n.parent']),
    'n.key',
    'n."order"',
    ...level.columns.map((column) => typed(column, 'n')),
    'coalesce(n.version, 1)',
    '$4::text',
    '$4::text',
  ]
  // If the new content of a block is null, the UPDATE keeps the stored content.
  const set = level.columns.map((column) => {
    const name = quoteColumnName(column)
    return `${name} = ${isContent(column) ? `coalesce(n.${name}::json, t.${name})` : typed(column, 'n')}`
  })
  return {
    current: defineSqlStatement<StoredNodeWithDigestForContent<L>>(
      `${table}_current`,
      `SELECT t.id, t.${parentColumn} AS "parentId", t.key, t."order", ${digests.join(', ')} FROM ${table} t
       WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order" LIMIT $3`,
    ),
    insert: defineSqlStatement<never>(
      `${table}_insert_all`,
      makeTalliedInsertSql(
        level.name,
        `INSERT INTO ${table} AS w (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_to_recordset($3::json) AS n ${recordOf(level)} ${onNode}`,
      ),
    ),
    update: defineSqlStatement<never>(
      `${table}_update_all`,
      makeTalliedUpdateSql(
        level.name,
        // PostgreSQL reads the rows by the list of ids. It cannot read all rows of the workspace for the join, or compare
        // each row with the whole list, because a join by text uses no index.
        // The UPDATE has no condition on `course_id`, because such a condition can make the UPDATE slow.
        // Without table statistics, PostgreSQL would compare each row of the course with each record of `$2`.
        `WITH n AS MATERIALIZED (SELECT r.* FROM json_to_recordset($2::json) AS r ${recordOf(level)})
       UPDATE ${table} t SET ${inCourse ? '' : `${parentColumn} = n.parent, `}key = n.key, "order" = n."order", ${set.join(', ')},
         version = t.version + 1, updated_at = now(), updated_by = $3
       FROM n WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i))`,
        "ARRAY(SELECT (n.node ->> 'id')::uuid FROM json_array_elements($2::json) AS n (node))",
      ),
    ),
    // If only the position number of a record changes, the record keeps its version.
    shift: defineSqlStatement<never>(
      `${table}_shift_all`,
      `UPDATE ${table} t SET "order" = n."order" FROM unnest($2::uuid[], $3::int[]) AS n (id, "order")
       WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY($2)`,
    ),
    remove: defineSqlStatement<never>(
      `${table}_remove_all`,
      `DELETE FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])`,
    ),
  }
}

type Statements = { [L in LevelName]: ReturnType<typeof statementsOf<L>> }
/** The SQL statements that read and write many modules, lessons or blocks at once. */
export const bulkStatements: Statements = {
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}
