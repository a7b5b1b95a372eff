import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import type { ColumnDefinition } from '../../records/record.ts'
import {
  type LevelDefinition,
  type LevelName,
  levelDefinitions,
  makeColumnWithAliasSql,
  quoteColumnName,
} from '../levels.ts'
import type { NodeFieldsWithContentDigest } from '../rows.ts'
import { maxCourseRecords } from '../rules/course-size.ts'
import type { WritingCaller } from '../writing-caller.ts'
import { makeJsonBatches } from './json-batches.ts'
import { addSearchPendingInsertSql } from './search-pending.ts'
import { copyToTrash, type TopmostDeletedNode } from './trash.ts'

/**
 * A module, lesson or block to insert or update. The row also contains the columns that an author sets (`columns` in
 * `levelDefinitions`), which this type does not list. An inserted row gets the version `version`, 1 by default.
 */
export type TreeRowToWrite = { id: string; parent: string; key: string | null; order: number; version?: number }

/** A stored module, lesson or block, with an MD5 digest instead of a block's content. */
export type StoredTreeNode<L extends LevelName> = {
  id: string
  parentId: string
  key: string | null
  order: number
} & NodeFieldsWithContentDigest[L]

// JSON columns are sent as text, so that PostgreSQL stores the author's JSON unchanged.
const isJson = ({ type }: ColumnDefinition) => type === 'json'
/**
 * Returns whether a column is the content of a block. Two statements treat this column differently: `current` reads
 * only an MD5 digest, which is enough for a comparison, and `update` keeps the stored content if the new content is
 * null.
 */
const isContent = ({ field }: ColumnDefinition) => field === 'content'
const recordOf = ({ columns }: LevelDefinition) =>
  `(id uuid, parent uuid, key text, "order" int, version int, ${columns.map((one) => `${quoteColumnName(one)} ${isJson(one) ? 'text' : one.type}`).join(', ')})`
const typed = (column: ColumnDefinition, source: string) =>
  `${source}.${quoteColumnName(column)}${isJson(column) ? '::json' : ''}`

// Each SQL statement writes many rows at once. Only a tree with several megabytes of text needs additional statements.
function statementsOf<L extends LevelName>(name: L) {
  const level: LevelDefinition = levelDefinitions[name]
  const { table, parentColumn } = level
  const inCourse = parentColumn === 'course_id'
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
    '$1',
    '$2',
    ...(inCourse ? [] : ['n.parent']),
    'n.key',
    'n."order"',
    ...level.columns.map((column) => typed(column, 'n')),
    'coalesce(n.version, 1)',
    '$4::text',
    '$4::text',
  ]
  const set = level.columns.map((column) => {
    const name = quoteColumnName(column)
    return `${name} = ${isContent(column) ? `coalesce(n.${name}::json, t.${name})` : typed(column, 'n')}`
  })
  return {
    current: defineSqlStatement<StoredTreeNode<L>>(
      `${table}_current`,
      `SELECT t.id, t.${parentColumn} AS "parentId", t.key, t."order", ${digests.join(', ')} FROM ${table} t
       WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order" LIMIT $3`,
    ),
    insert: defineSqlStatement<never>(
      `${table}_insert_all`,
      addSearchPendingInsertSql(
        level.name,
        `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_to_recordset($3::json) AS n ${recordOf(level)}`,
      ),
    ),
    /**
     * The statement has no condition on `course_id`, because such a condition could make it slow. Without statistics of
     * the table, PostgreSQL would select all rows of the course first, and compare each row with each record of the
     * JSON list `$2`.
     */
    update: defineSqlStatement<never>(
      `${table}_update_all`,
      `UPDATE ${table} t SET ${inCourse ? '' : `${parentColumn} = n.parent, `}key = n.key, "order" = n."order", ${set.join(', ')},
         version = t.version + 1, updated_at = now(), updated_by = $3
       FROM json_to_recordset($2::json) AS n ${recordOf(level)} WHERE t.workspace_id = $1 AND t.id = n.id`,
    ),
    // A module, lesson or block whose position among its siblings changes, and nothing else, keeps its version.
    shift: defineSqlStatement<never>(
      `${table}_shift_all`,
      `UPDATE ${table} t SET "order" = n."order" FROM unnest($2::uuid[], $3::int[]) AS n (id, "order")
       WHERE t.workspace_id = $1 AND t.id = n.id`,
    ),
    remove: defineSqlStatement<never>(
      `${table}_remove_all`,
      `DELETE FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])`,
    ),
  }
}

type Statements = { [L in LevelName]: ReturnType<typeof statementsOf<L>> }
const statements: Statements = {
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}

/**
 * Reads all modules, all lessons or all blocks of a course, sorted by position. Reads at most one row more than a
 * course can have, so that the caller notices a course that is too large.
 */
export const readStoredTreeNodes = <L extends LevelName>(
  tx: SqlRunner,
  name: L,
  workspaceId: string,
  courseId: string,
) => tx.rows(statements[name].current, [workspaceId, courseId, maxCourseRecords + 1])

/** A module, lesson or block whose position among its siblings changes, and nothing else. */
type ShiftedRow = { id: string; order: number }

/**
 * For each level, the rows that a write of a course tree inserts, updates, shifts and deletes. Of a shifted row, only
 * the position changes. `remove` has the ids of all deleted rows. `removeRoots` has only the deleted rows whose parents
 * stay, because each of them becomes one entry of the trash, with everything below it.
 */
export type TreeRowChanges = Record<
  LevelName,
  {
    insert: TreeRowToWrite[]
    update: TreeRowToWrite[]
    shift: ShiftedRow[]
    remove: string[]
    removeRoots: TopmostDeletedNode[]
  }
>

/**
 * Inserts, updates, shifts and deletes the rows of a course tree. Deletes run last, so that a moved lesson or block is
 * not deleted together with its old parent.
 */
export async function applyTreeRowChanges(
  tx: SqlRunner,
  writer: WritingCaller,
  courseId: string,
  writes: TreeRowChanges,
): Promise<void> {
  const { workspaceId, callerId } = writer
  const topDown: LevelName[] = ['module', 'lesson', 'block']
  for (const name of topDown) {
    const { insert, update, shift } = writes[name]
    for (const batch of makeJsonBatches(insert))
      await tx.rows(statements[name].insert, [workspaceId, courseId, batch, callerId])
    for (const batch of makeJsonBatches(update)) await tx.rows(statements[name].update, [workspaceId, batch, callerId])
    if (shift.length > 0)
      await tx.rows(statements[name].shift, [workspaceId, shift.map(({ id }) => id), shift.map(({ order }) => order)])
  }
  // Lessons and blocks that moved out of a deleted parent have a new parent by now, so the trash gets no copy.
  for (const name of topDown) await copyToTrash(tx, name, writer, writes[name].removeRoots)
  for (const name of topDown.toReversed()) {
    const { remove } = writes[name]
    if (remove.length > 0) await tx.rows(statements[name].remove, [workspaceId, remove])
  }
}
