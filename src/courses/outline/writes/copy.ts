import { maxNameChars } from '../../../operations/validation.ts'
import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import type { SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { truncateText } from '../../../platform/text.ts'
import { isUuid, makeUuidV7 } from '../../../platform/uuid.ts'
import { addNodesToChange, type ChangedNode, makeChangeParameters } from '../../changes/record-change.ts'
import type { Writer } from '../../changes/writer.ts'
import { type LevelName, recordTypeTitles } from '../levels.ts'
import { readTreeNodesByIds } from '../reads/reads.ts'
import { getParentId, type TreeNodeRow } from '../rows.ts'
import {
  assertCourseRecordCount,
  assertStoredCourseRecordCount,
  awaitWriteOrThrowTooManyRecords,
  maxCourseRecords,
} from '../rules/course-size.ts'
import { pointCopiesToThemselves } from './copy-references.ts'
import { copyStatements } from './copy-statements.ts'
import { lockCourseOfNode } from './locks.ts'

/**
 * A copy to insert. `old` is the id of the original, and `id` is the id of the copy. Only the topmost copy has a new
 * `order` and `name`. All other copies take both values from their originals.
 */
type Copy = { old: string; id: string; parent: string; order?: number; name?: string }

const childOf: Record<LevelName, LevelName | undefined> = { module: 'lesson', lesson: 'block', block: undefined }

const suffix = ' (copy)'
/** Returns the name of a copy: the name of the original with ` (copy)` at the end, at most 255 characters in all. */
export const makeCopyName = (name: string) => `${truncateText(name, maxNameChars - suffix.length)}${suffix}`

/** Where copies go. `copyIds` gets the id of each copy, by the lower-case id of its original. */
type Target = { writer: Writer; courseId: string; keepKeys: boolean; copyIds: Map<string, string> }

async function copyRows(
  tx: SqlRunner,
  name: LevelName,
  { writer: { workspaceId, callerId }, courseId, keepKeys, copyIds }: Target,
  copies: readonly Copy[],
) {
  await tx.rows(copyStatements[name].copy, [workspaceId, courseId, JSON.stringify(copies), keepKeys, callerId])
  for (const { old, id } of copies) copyIds.set(old.toLowerCase(), id)
}

/**
 * Copies all descendants of the given parents, level by level. Returns the copies.
 * @throws ApiError `conflict` for more than `maxCourseRecords` records at one level
 */
export async function copyDescendants(
  tx: SqlRunner,
  /** The level below the parents, or undefined if the parents are blocks. */
  childLevel: LevelName | undefined,
  target: Target,
  /** Maps the id of each original parent to the id of its copy. */
  parents: ReadonlyMap<string, string>,
): Promise<ChangedNode[]> {
  if (!childLevel || parents.size === 0) return []
  const rows = await tx.rows(copyStatements[childLevel].children, [
    target.writer.workspaceId,
    [...parents.keys()],
    maxCourseRecords + 1,
  ])
  assertCourseRecordCount(rows.length)
  const copies = rows.map(({ id, parentId }): Copy => ({ old: id, id: makeUuidV7(), parent: parents.get(parentId)! }))
  if (copies.length > 0) await copyRows(tx, childLevel, target, copies)
  const below = await copyDescendants(tx, childOf[childLevel], target, new Map(copies.map(({ old, id }) => [old, id])))
  return [...copies.map(({ id }): ChangedNode => ({ level: childLevel, id, change: 'created' })), ...below]
}

/**
 * Copies a module, lesson or block, with everything below it, to the place after the original.
 * @throws ApiError `not_found`, or `conflict` if the parent or the course is full
 */
export async function duplicateTreeNode<L extends LevelName>(
  sql: TransactionalSqlRunner,
  name: L,
  writer: Writer,
  id: string,
): Promise<TreeNodeRow<L>> {
  const { workspaceId } = writer
  if (!isUuid(id)) throw makeNotFoundError(recordTypeTitles[name])
  return sql.transaction(async (tx) => {
    const course = await lockCourseOfNode(tx, name, workspaceId, id)
    const [original] = await readTreeNodesByIds(tx, name, workspaceId, [id])
    if (!original) throw makeNotFoundError(recordTypeTitles[name])
    const parent = getParentId(name, original)
    const copyId = makeUuidV7()
    const change = makeChangeParameters(writer, [{ level: name, id: copyId, change: 'created' }])
    const [place] = await awaitWriteOrThrowTooManyRecords(
      tx.rows(copyStatements[name].place, [workspaceId, parent, original.order + 1, ...change]),
    )
    const top: Copy = { old: original.id, id: copyId, parent, order: place!.position }
    if ('name' in original) top.name = makeCopyName(original.name)
    // A key is unique in its course, so the copies have no keys.
    const target = { writer, courseId: course.id, keepKeys: false, copyIds: new Map<string, string>() }
    await copyRows(tx, name, target, [top])
    const below = await copyDescendants(tx, childOf[name], target, new Map([[original.id, top.id]]))
    await pointCopiesToThemselves(tx, workspaceId, [{ level: name, id: copyId }, ...below], target.copyIds)
    await addNodesToChange(tx, writer, course.id, below)
    await assertStoredCourseRecordCount(tx, workspaceId, course.id)
    const [copy] = await readTreeNodesByIds(tx, name, workspaceId, [top.id])
    return copy!
  })
}
