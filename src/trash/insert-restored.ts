import { makeChangeParameters } from '../courses/changes/record-change.ts'
import type { Writer } from '../courses/changes/writer.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, quoteColumnName } from '../courses/outline/levels.ts'
import { makeTalliedInsertSql } from '../courses/outline/writes/tallied-writes.ts'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { courseSettingsDefinition } from '../courses/records/course-settings.ts'
import type { ColumnDefinition } from '../courses/records/record.ts'
import { defineSqlStatement, makeSqlWithoutRows, type SqlRunner } from '../platform/db/statement.ts'
import { makeRecordRestoredSql } from './record-restored.ts'

const typed = (columns: readonly ColumnDefinition[]) => columns.map((one) => `${quoteColumnName(one)} ${one.type}`)

/**
 * Returns the SQL after `FROM` for the records of a trash entry on one level, such as all lessons. `x` is a record in
 * the trash, and `n` contains the columns that `x.body` stores as JSON.
 */
const storedRows = (level: string, columns: readonly string[]) =>
  `trash_records x CROSS JOIN LATERAL json_to_record(x.body) AS n (${columns.join(', ')})
   WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = '${level}'`

const emptySqlValues: Partial<Record<ColumnDefinition['presence'], string>> = { list: "'{}'", flag: 'false' }
// A trash entry has no value for a column that is newer than the entry. A restored list is then empty, a flag false.
const storedValue = (column: ColumnDefinition) => {
  const [value, empty] = [`n.${quoteColumnName(column)}`, emptySqlValues[column.presence]]
  return empty ? `coalesce(${value}, ${empty})` : value
}

/**
 * The columns for the version, the dates and the authors of a record. The tables of courses, modules, lessons and
 * blocks all have these columns.
 */
const bookkeeping = ['version', 'created_at', 'updated_at', 'created_by', 'updated_by']
/**
 * Returns SQL for the values of the columns in `bookkeeping`. The version of a restored record increases, so that ETags
 * from before the delete do not match.
 * @param oldVersion SQL for the highest version that the record has had
 */
const bookkeepingValues = (caller: string, oldVersion = 'x.version') => [
  `${oldVersion} + 1`,
  'x.created_at',
  'now()',
  'x.created_by',
  `${caller}::text`,
]

/**
 * SQL for the highest version that a deleted record can have had. The version in the trash entry can be too low,
 * because the restore of a release may have created the record again before a second delete.
 */
const highestVersion =
  // The tree version of a course is never lower than the version of a record in the course.
  'greatest(x.version, (SELECT c.tree_version FROM courses c WHERE c.workspace_id = $1 AND c.id = $3))'

function insertOf(name: LevelName) {
  const { table, parentColumn, columns: own }: LevelDefinition = levelDefinitions[name]
  const parent = parentColumn === 'course_id' ? [] : [parentColumn]
  const columns = [
    'id',
    'workspace_id',
    'course_id',
    ...parent,
    'key',
    '"order"',
    ...own.map(quoteColumnName),
    ...bookkeeping,
  ]
  const values = [
    'x.id',
    '$1',
    '$3',
    ...parent.map(() => 'x.parent_id'),
    'x.key',
    'CASE WHEN x.id = $4::uuid THEN $5::int ELSE x."order" END',
    ...(name === 'block' ? ['x.block_type', 'x.body'] : own.map(storedValue)),
    ...bookkeepingValues('$6', highestVersion),
  ]
  const from =
    name === 'block'
      ? `trash_records x WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'block'`
      : storedRows(name, typed(own))
  const insert = `INSERT INTO ${table} AS w (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${from}`
  return defineSqlStatement<never>(`${table}_restore`, makeTalliedInsertSql(name, insert))
}

const inserts = { module: insertOf('module'), lesson: insertOf('lesson'), block: insertOf('block') }

const courseColumns = [...courseRecordDefinition.columns, ...courseSettingsDefinition.columns]
// A restored course is a draft, so the columns of the live release and of the schedule are not restored.
const insertCourse = defineSqlStatement<never>(
  'course_restore',
  makeSqlWithoutRows(
    `restored AS (
     INSERT INTO courses AS c (id, workspace_id, key, ${courseColumns.map(quoteColumnName).join(', ')}, status, tree_version, ${bookkeeping.join(', ')})
     SELECT x.id, $1, x.key, ${courseColumns.map(storedValue).join(', ')}, 'draft', n.tree_version + 1, ${bookkeepingValues('$3').join(', ')}
     FROM ${storedRows('course', [...typed(courseColumns), 'tree_version int'])}
     RETURNING c.id, c.tree_version
   )`,
    `recorded AS (${makeRecordRestoredSql({ firstParameter: 4, courseId: 'r.id', treeVersion: 'r.tree_version', from: 'restored r', isInsertedOrDeleted: true }, '$2')})`,
  ),
)

/**
 * Inserts the dismissed findings, which the property `dismissals` of a deleted course contains. Trash entries from an
 * earlier version of the service lack this property.
 */
const insertDismissals = defineSqlStatement<never>(
  'dismissals_restore',
  makeSqlWithoutRows(
    `restored AS (
     INSERT INTO dismissals (workspace_id, course_id, finding_id, node_id, code, reason, caller, created_at)
     SELECT $1, x.id, d.finding_id, d.node_id, d.code, d.reason, d.caller, d.created_at
     FROM trash_records x CROSS JOIN LATERAL json_to_recordset(coalesce(x.body -> 'dismissals', '[]'))
       AS d (finding_id uuid, node_id uuid, code text, reason text, caller text, created_at timestamptz)
     WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'course'
   )`,
  ),
)

/** Inserts a course that is restored from a trash entry. The course gets the status `draft`. */
export const insertRestoredCourse = (tx: SqlRunner, writer: Writer, { id, nodeId }: { id: string; nodeId: string }) =>
  tx.rows(insertCourse, [
    writer.workspaceId,
    id,
    writer.callerId,
    ...makeChangeParameters(writer, [{ level: 'course', id: nodeId, change: 'restored' }]),
  ])

/** Inserts the dismissed findings of a course that is restored from a trash entry. */
export const insertRestoredDismissals = (tx: SqlRunner, { workspaceId }: Writer, entryId: string) =>
  tx.rows(insertDismissals, [workspaceId, entryId])

/**
 * The course and the position of restored records. `rootId` is the id of the topmost restored record. `position` is the
 * new position of this record among its siblings, or null for a course.
 */
type Target = { courseId: string; rootId: string; position: number | null }

/**
 * Inserts the modules, lessons and blocks that are restored from a trash entry, with the same ids, keys and creation
 * dates as before.
 */
export async function insertRestoredNodes(
  tx: SqlRunner,
  { workspaceId, callerId }: Writer,
  entryId: string,
  { courseId, rootId, position }: Target,
): Promise<void> {
  for (const level of ['module', 'lesson', 'block'] as const)
    await tx.rows(inserts[level], [workspaceId, entryId, courseId, rootId, position, callerId])
}
