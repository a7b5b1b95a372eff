import type { z } from 'zod'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { findContentProblems, stringifyContent } from '../block/content.ts'
import { applyTreeRowChanges } from '../outline/bulk-writes.ts'
import type { LessonRow } from '../outline/rows.ts'
import { createTreeNode, makeUuidV7 } from '../outline/writes.ts'
import type { newLessonSchema } from './rules.ts'

const nothing = { insert: [], update: [], shift: [], remove: [] }

/**
 * Creates a lesson with its blocks in one transaction.
 * @throws ApiError `not_found` if the workspace has no such module
 * @throws ApiError `invalid_request` that lists each block whose content does not match its type
 */
export async function createLesson(
  sql: TransactionalSqlRunner,
  workspaceId: string,
  moduleId: string,
  { order, blocks, ...fields }: z.infer<typeof newLessonSchema>,
): Promise<LessonRow> {
  if (!blocks?.length) return createTreeNode(sql, 'lesson', workspaceId, moduleId, fields, order)
  const problems = blocks.flatMap(({ type, content }, index) =>
    findContentProblems(type, content, `blocks.${index}.content`),
  )
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  return sql.transaction(async (tx) => {
    const lesson = await createTreeNode(tx, 'lesson', workspaceId, moduleId, fields, order)
    const insert = blocks.map(({ type, content }, index) => ({
      id: makeUuidV7(),
      parent: lesson.id,
      key: null,
      order: index,
      type,
      content: stringifyContent(content),
    }))
    await applyTreeRowChanges(tx, workspaceId, lesson.courseId, {
      module: nothing,
      lesson: nothing,
      block: { ...nothing, insert },
    })
    return lesson
  })
}
