import { defineSqlStatement, makeSqlWithoutRows, onNode, workspaceOnNode } from '../../../platform/db/statement.ts'
import { makeNodesBelowSql, makeRecordChangeSql } from '../../changes/record-change.ts'
import { type LevelName, levelDefinitions, treeChangeAssignmentsSql } from '../levels.ts'
import { makeStoredBytesSql, makeTallyInsertSql, storedCourseColumns } from '../storage/stored-bytes.ts'

/** The type of a deleted record: course, module, lesson or block. */
export type TrashLevel = 'course' | LevelName

const trashLevels: readonly TrashLevel[] = ['course', 'module', 'lesson', 'block']

const tableOf = (level: TrashLevel) => (level === 'course' ? 'courses' : levelDefinitions[level].table)

/**
 * Returns a subquery for the rows of a table whose column has a value. Because of OFFSET 0, PostgreSQL reads the rows by
 * this key for each value; with a join, it could read all rows of the workspace.
 */
const byKeySql = (table: string, column: string, value: string) =>
  `LATERAL (SELECT o.* FROM ${table} o WHERE o.workspace_id = $1 AND o.${column} = ${value} OFFSET 0)`

/**
 * Returns a FROM clause that joins the deleted records `r` of the level `root` with the records `n` below them. The
 * records `n` are of the level `level`. If this is the level `root`, `n` is the deleted record itself.
 */
function recordsBelowSql(root: TrashLevel, level: TrashLevel): string {
  if (root === 'module' && level === 'block')
    return `roots r CROSS JOIN ${byKeySql('lessons', 'module_id', 'r.id')} l
     CROSS JOIN ${byKeySql('blocks', 'lesson_id', 'l.id')} n`
  return `roots r CROSS JOIN ${byKeySql(tableOf(level), level === root ? 'id' : `${root}_id`, 'r.id')} n`
}

/**
 * SQL for a JSON object with the columns of the course `n` and its dismissed findings, which are deleted and restored
 * with the course.
 */
const courseBodySql = `(left(to_json(n)::text, -1) || ',"dismissals":' || (
    SELECT coalesce(json_agg(d), '[]')::text FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = n.id
  ) || '}')::json`

/** Returns SQL for the bytes of the row `n`. They count the same in the trash, so that no delete needs room. */
const bytesSql = (level: TrashLevel) =>
  makeStoredBytesSql(level === 'course' ? storedCourseColumns : levelDefinitions[level].columns, 'n')

/**
 * Returns the SQL expressions for the columns `parent_id` to `bytes` of `trash_records`. In this SQL, `n` is the row
 * that is copied to the trash.
 */
function valuesSql(level: TrashLevel): string {
  if (level === 'course') return `NULL::uuid, n.key, NULL::int, n.version, NULL, ${courseBodySql}, ${bytesSql(level)}`
  const body = level === 'block' ? 'n.type, n.content' : 'NULL, to_json(n)'
  return `n.${levelDefinitions[level].parentColumn}, n.key, n."order", n.version, ${body}, ${bytesSql(level)}`
}

const recordsSql = (root: TrashLevel) =>
  trashLevels
    .slice(trashLevels.indexOf(root))
    .map(
      (level) =>
        `SELECT $1, r.entry, n.id, '${level}', ${valuesSql(level)}, n.created_at, n.created_by FROM ${recordsBelowSql(root, level)}`,
    )
    .join(' UNION ALL ')

/**
 * Returns SQL for the columns `course_id` to `block_type` of `trash`. `t` is the deleted record, and `previous_id` is
 * the sibling before it.
 */
function placeSql(root: TrashLevel): string {
  if (root === 'course') return 't.id, NULL::uuid, NULL::uuid, NULL::int, t.name, NULL'
  const { table, parentColumn } = levelDefinitions[root]
  const previous = `CASE WHEN r.has_previous THEN r.previous ELSE (
    SELECT s.id FROM ${table} s WHERE s.workspace_id = $1 AND s.${parentColumn} = t.${parentColumn} AND s."order" < t."order"
    ORDER BY s."order" DESC LIMIT 1) END`
  const named = root === 'block' ? 'NULL, t.type' : 't.name, NULL'
  return `t.course_id, t.${parentColumn}, ${previous}, t."order", ${named}`
}

/** Returns the two parts of an SQL statement that copies deleted records, and all records below them, to the trash. */
const copyToTrashSql = (root: TrashLevel) => ({
  // `$1` is the workspace id, `$2` has the ids of the deleted records, and `$3` has the ids of the new trash entries.
  // `$4` is the caller id. `$5` has the ids of the previous siblings. If `$5` is NULL, the SQL finds the siblings.
  /** The parts of a WITH clause that copy the records to `trash_records`, and move their bytes to the trash. */
  records: `roots AS NOT MATERIALIZED (
     SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
     FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
   ), records AS (
     INSERT INTO trash_records AS x
       (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at, created_by)
     ${recordsSql(root)} RETURNING x.trash_id, x.id, x.level, x.bytes
   ), drafts_left AS (${makeTallyInsertSql('drafts', '-sum(c.bytes)', 'records c')}
   ), trash_grown AS (${makeTallyInsertSql('trash', 'sum(c.bytes)', 'records c')}
   )`,
  /** The INSERT of one trash entry for each deleted record. */
  entries: `INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name, block_type, records, deleted_by)
     SELECT ${workspaceOnNode}, r.entry, '${root}', r.id, ${placeSql(root)}, k.records, $4
     FROM roots r CROSS JOIN ${byKeySql(tableOf(root), 'id', 'r.id')} t
     JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry ${onNode}`,
})

/** A deleted record, its course and its parent. A course has neither, so both are its own id. */
export type RemovedRecord = { id: string; courseId: string; parentId: string }

function statementsOf(root: TrashLevel) {
  const table = tableOf(root)
  const isCourse = root === 'course'
  const { records, entries } = copyToTrashSql(root)
  const where = 'WHERE t.workspace_id = $1 AND t.id = ANY($2)'
  // The DELETE returns the current course of the record, because another request may just have moved the record.
  const removed = isCourse
    ? `changed AS (DELETE FROM courses t ${where} RETURNING t.id, t.tree_version),
         removed AS (SELECT d.id, d.id AS course_id, d.id AS parent_id FROM changed d)`
    : `removed AS (
           DELETE FROM ${table} t ${where} RETURNING t.id, t.course_id, t.${levelDefinitions[root].parentColumn} AS parent_id
         ), changed AS (
           UPDATE courses c SET ${treeChangeAssignmentsSql}
           WHERE c.workspace_id = $1 AND c.id = ANY(ARRAY(SELECT d.course_id FROM removed d)) RETURNING c.id, c.tree_version
         )`
  const change = makeRecordChangeSql({
    firstParameter: 6,
    courseId: 'd.id',
    treeVersion: 'd.tree_version',
    from: 'changed d',
    isInsertedOrDeleted: isCourse,
    ...makeNodesBelowSql('deleted', 'SELECT c.level, c.id FROM records c WHERE c.id <> ALL($2)'),
  })
  // Other changes of the course wait, so exactly the deleted records are copied to the trash. A course is locked before its
  // deletion is confirmed.
  const lock = isCourse
    ? {}
    : {
        lock: defineSqlStatement<never>(
          `${table}_remove_lock`,
          `SELECT c.id FROM courses c WHERE c.workspace_id = $1
           AND c.id = (SELECT t.course_id FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ($2::uuid[])[1])
           FOR NO KEY UPDATE`,
        ),
      }
  return {
    store: defineSqlStatement<never>(`${table}_to_trash`, makeSqlWithoutRows(records, `entries AS (${entries})`)),
    remove: defineSqlStatement<RemovedRecord>(
      `${table}_remove`,
      `WITH ${records}, entries AS (${entries}), ${removed}, recorded AS (${change})
       SELECT d.id, d.course_id AS "courseId", d.parent_id AS "parentId" FROM removed d`,
      lock,
    ),
  }
}

/**
 * The SQL statements for the trash. `store` only copies records to the trash, and `remove` also deletes the records.
 */
export const trashStatements: Record<TrashLevel, ReturnType<typeof statementsOf>> = {
  course: statementsOf('course'),
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}
