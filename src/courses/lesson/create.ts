import type { z } from 'zod'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { type InvalidField, makeInvalidRequestError } from '../../platform/errors.ts'
import { makeUuidV7 } from '../../platform/uuid.ts'
import { type ContentHandling, findContentProblems, stringifyContent } from '../block/content.ts'
import { addNodesToChange, type ChangedNode } from '../changes/record-change.ts'
import type { Writer } from '../changes/writer.ts'
import type { LessonRow } from '../outline/rows.ts'
import { assertStoredCourseRecordCount } from '../outline/rules/course-size.ts'
import { assertNodeKeysUnused } from '../outline/rules/key-conflict.ts'
import { applyTreeRowChanges } from '../outline/writes/bulk-writes.ts'
import { createTreeNode } from '../outline/writes/writes.ts'
import type { newLessonSchema } from './rules.ts'

/** Returns a problem for each block that has the same key as the lesson or as an earlier block. */
function findRepeatedKeys(lessonKey: string | null | undefined, blocks: readonly { key?: string | null }[]) {
  const seen = new Set([lessonKey])
  return blocks.flatMap(({ key }, index): InvalidField[] => {
    if (key == null) return []
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? [{ path: `blocks.${index}.key`, message: 'is used twice; a key is unique in its course' }] : []
  })
}

const nothing = { insert: [], update: [], shift: [], remove: [], removeRoots: [] }

/**
 * Creates a lesson with its blocks in one transaction.
 * @throws ApiError `not_found`, `invalid_request`, or `conflict` if a key is in use or the course has too many records
 */
export async function createLesson(
  sql: TransactionalSqlRunner,
  writer: Writer,
  moduleId: string,
  { order, blocks, ...fields }: z.infer<typeof newLessonSchema>,
  handling: ContentHandling,
): Promise<LessonRow> {
  if (!blocks?.length) return createTreeNode(sql, 'lesson', writer, moduleId, fields, order)
  const problems = [
    ...findRepeatedKeys(fields.key, blocks),
    ...blocks.flatMap(({ type, content }, index) =>
      findContentProblems(type, content, `blocks.${index}.content`, handling),
    ),
  ]
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  return sql.transaction(async (tx) => {
    const lesson = await createTreeNode(tx, 'lesson', writer, moduleId, fields, order)
    const keys = blocks.flatMap(({ key }) => key ?? [])
    await assertNodeKeysUnused(tx, writer.workspaceId, lesson.courseId, keys)
    const insert = blocks.map(({ key, type, content }, index) => ({
      id: makeUuidV7(),
      parent: lesson.id,
      key: key ?? null,
      order: index,
      type,
      content: stringifyContent(content),
    }))
    await applyTreeRowChanges(tx, writer, lesson.courseId, {
      module: nothing,
      lesson: nothing,
      block: { ...nothing, insert },
    })
    const created = insert.map(({ id }): ChangedNode => ({ level: 'block', id, change: 'created' }))
    await addNodesToChange(tx, writer, lesson.courseId, created)
    await assertStoredCourseRecordCount(tx, writer.workspaceId, lesson.courseId)
    return lesson
  })
}
