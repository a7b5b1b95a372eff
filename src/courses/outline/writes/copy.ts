import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { truncateText } from '../../../platform/text.ts'
import { isUuid, makeUuidV7 } from '../../../platform/uuid.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, quoteColumnName, recordTypeTitles } from '../levels.ts'
import { readTreeNodesByIds } from '../reads/reads.ts'
import { getParentId, type LevelRow } from '../rows.ts'
import {
  assertCourseSize,
  assertStoredCourseSize,
  maxCourseRecords,
  throwConflictIfTooManyRecords,
} from '../rules/course-size.ts'
import type { WritingCaller } from '../writing-caller.ts'
import { lockCourseOfNode } from './locks.ts'
import { addSearchPendingInsertSql } from './search-pending.ts'

/**
 * A module, lesson or block to copy: `old` is the id of the original, and `id` is the id of the copy. `order` and
 * `name` are set only for the topmost copy. All other copies get the position and the name of their original.
 */
type Copy = { old: string; id: string; parent: string; order?: number; name?: string }

function statementsOf(name: LevelName) {
  const { table, parentColumn, columns: own }: LevelDefinition = levelDefinitions[name]
  const inCourse = parentColumn === 'course_id'
  const columns = [
    'id',
    'workspace_id',
    'course_id',
    ...(inCourse ? [] : [parentColumn]),
    'key',
    '"order"',
    ...own.map(quoteColumnName),
    'created_by',
    'updated_by',
  ]
  const values = own.map((column) =>
    column.field === 'name' ? 'coalesce(n.name, t.name)' : `t.${quoteColumnName(column)}`,
  )
  return {
    children: defineSqlStatement<{ id: string; parentId: string }>(
      `${table}_ids_by_parent`,
      `SELECT t.id, t.${parentColumn} AS "parentId" FROM ${table} t
       WHERE t.workspace_id = $1 AND t.${parentColumn} = ANY($2::uuid[])
       ORDER BY t."order" LIMIT $3`,
    ),
    copy: defineSqlStatement<never>(
      `${table}_copy`,
      addSearchPendingInsertSql(
        name,
        `INSERT INTO ${table} (${columns.join(', ')})
       SELECT n.id, $1, $2, ${inCourse ? '' : 'n.parent, '}CASE WHEN $4::boolean THEN t.key END, coalesce(n."order", t."order"), ${values.join(', ')}, $5::text, $5::text
       FROM json_to_recordset($3::json) AS n (old uuid, id uuid, parent uuid, "order" int, name text)
       JOIN ${table} t ON t.workspace_id = $1 AND t.id = n.old`,
      ),
    ),
    place: defineSqlStatement<{ position: number }>(
      `${table}_place`,
      `SELECT p.position FROM place_${name}($1, $2, $3, NULL) p`,
    ),
  }
}

const statements = { module: statementsOf('module'), lesson: statementsOf('lesson'), block: statementsOf('block') }
const childOf: Record<LevelName, LevelName | undefined> = { module: 'lesson', lesson: 'block', block: undefined }

const suffix = ' (copy)'
/** Returns the name of a copy: the name of the original with ` (copy)` at the end, at most 200 characters in all. */
export const makeCopyName = (name: string) => `${truncateText(name, 200 - suffix.length)}${suffix}`

type Target = { writer: WritingCaller; courseId: string; keepKeys: boolean }

async function copyRows(
  tx: SqlRunner,
  name: LevelName,
  { writer: { workspaceId, callerId }, courseId, keepKeys }: Target,
  copies: readonly Copy[],
) {
  await tx.rows(statements[name].copy, [workspaceId, courseId, JSON.stringify(copies), keepKeys, callerId])
}

/**
 * Copies all descendants of the given parents, with two SQL statements for each level.
 * @param childLevel the level of the parents' children; undefined for blocks, which have no children
 * @param parents maps the id of each original parent to the id of its copy
 * @throws ApiError `conflict` if there are more descendants than a course can have
 */
export async function copyDescendants(
  tx: SqlRunner,
  childLevel: LevelName | undefined,
  target: Target,
  parents: ReadonlyMap<string, string>,
): Promise<void> {
  if (!childLevel || parents.size === 0) return
  const rows = await tx.rows(statements[childLevel].children, [
    target.writer.workspaceId,
    [...parents.keys()],
    maxCourseRecords + 1,
  ])
  assertCourseSize(rows.length)
  const copies = rows.map(({ id, parentId }): Copy => ({ old: id, id: makeUuidV7(), parent: parents.get(parentId)! }))
  if (copies.length > 0) await copyRows(tx, childLevel, target, copies)
  await copyDescendants(tx, childOf[childLevel], target, new Map(copies.map(({ old, id }) => [old, id])))
}

/**
 * Copies a module, lesson or block with everything below it, and places the copy after the original. Copies have no
 * keys, because a key is unique in its course.
 * @throws ApiError `not_found`, or `conflict` if the parent or the course would have too many records
 */
export async function duplicateTreeNode<L extends LevelName>(
  sql: TransactionalSqlRunner,
  name: L,
  writer: WritingCaller,
  id: string,
): Promise<LevelRow<L>> {
  const { workspaceId } = writer
  if (!isUuid(id)) throw makeNotFoundError(recordTypeTitles[name])
  return sql.transaction(async (tx) => {
    const course = await lockCourseOfNode(tx, name, workspaceId, id)
    const [original] = await readTreeNodesByIds(tx, name, workspaceId, [id])
    if (!original) throw makeNotFoundError(recordTypeTitles[name])
    const parent = getParentId(name, original)
    const [place] = await throwConflictIfTooManyRecords(
      tx.rows(statements[name].place, [workspaceId, parent, original.order + 1]),
    )
    const top: Copy = { old: original.id, id: makeUuidV7(), parent, order: place!.position }
    if ('name' in original) top.name = makeCopyName(original.name)
    const target = { writer, courseId: course.id, keepKeys: false }
    await copyRows(tx, name, target, [top])
    await copyDescendants(tx, childOf[name], target, new Map([[original.id, top.id]]))
    await assertStoredCourseSize(tx, workspaceId, course.id)
    const [copy] = await readTreeNodesByIds(tx, name, workspaceId, [top.id])
    return copy!
  })
}
