import { readCoursesByIds } from '../courses/outline/course-tallies.ts'
import { recordTitles } from '../courses/outline/levels.ts'
import { readTreeNodesByIds } from '../courses/outline/reads.ts'
import { createTreeNode } from '../courses/outline/writes.ts'
import type { GraphQLContext } from '../operations/context.ts'
import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import type { DraftBlock } from './block.ts'
import type { GeneratedDraft } from './draft.ts'
import type { DraftTarget, GenerationRequest } from './request.ts'

async function courseIdOf(sql: SqlRunner, workspaceId: string, { level, id }: DraftTarget): Promise<string> {
  if (!isUuid(id)) throw makeNotFoundError(recordTitles[level])
  if (level === 'course') return id
  const [row] = await readTreeNodesByIds(sql, level, workspaceId, [id])
  if (!row) throw makeNotFoundError(recordTitles[level])
  return row.courseId
}

const publishedError = () =>
  new ApiError(
    'conflict',
    'The course is published, so learners would see the draft at once: unpublish the course, or preview.',
    {
      details: { reason: 'course_published' },
    },
  )

/**
 * Checks that the course is not published, because learners would see an added draft immediately.
 * @throws ApiError `not_found`, or `conflict` if the course is published
 */
async function mustBeUnpublished(sql: SqlRunner, workspaceId: string, target: DraftTarget): Promise<void> {
  const [course] = await readCoursesByIds(sql, workspaceId, [await courseIdOf(sql, workspaceId, target)])
  if (!course) throw makeNotFoundError(recordTitles[target.level])
  if (course.status === 'published') throw publishedError()
}

/**
 * Checks that the target of a draft exists, and is not published if the mode is `append`. @throws ApiError `not_found`,
 * `conflict`
 */
export async function assertDraftTarget(
  { db, workspaceId }: GraphQLContext,
  { target, append }: GenerationRequest,
): Promise<void> {
  if (!target) return
  if (append) return mustBeUnpublished(db.sql, workspaceId(), target)
  const [course] = await readCoursesByIds(db.sql, workspaceId(), [await courseIdOf(db.sql, workspaceId(), target)])
  if (!course) throw makeNotFoundError(recordTitles[target.level])
}

async function appendBlocks(
  tx: SqlRunner,
  workspaceId: string,
  lessonId: string,
  blocks: readonly DraftBlock[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { type, content } of blocks) {
    const fields = { type, content: JSON.stringify(content) }
    ids.push((await createTreeNode(tx, 'block', workspaceId, lessonId, fields)).id)
  }
  return ids
}

async function appendModules(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  { modules = [] }: GeneratedDraft,
): Promise<string[]> {
  const ids: string[] = []
  for (const { lessons, ...fields } of modules) {
    const { id } = await createTreeNode(tx, 'module', workspaceId, courseId, fields)
    for (const lesson of lessons) await createTreeNode(tx, 'lesson', workspaceId, id, lesson)
    ids.push(id)
  }
  return ids
}

async function appendInto(
  tx: SqlRunner,
  workspaceId: string,
  { level, id }: DraftTarget,
  draft: GeneratedDraft,
): Promise<string[]> {
  if (level === 'course') return appendModules(tx, workspaceId, id, draft)
  if (level === 'lesson') return appendBlocks(tx, workspaceId, id, draft.blocks ?? [])
  const { blocks = [], modules: _modules, ...fields } = draft
  const lesson = await createTreeNode(tx, 'lesson', workspaceId, id, { ...fields, name: fields.name ?? 'Untitled' })
  await appendBlocks(tx, workspaceId, lesson.id, blocks)
  return [lesson.id]
}

/**
 * Adds a draft to its course, module or lesson in one transaction. In the same transaction, calls `complete` with the
 * IDs of the created modules, lesson or blocks.
 * @returns the result of `complete`
 * @throws ApiError `not_found`, `conflict`
 */
export function appendDraft<R>(
  sql: TransactionalSqlRunner,
  workspaceId: string,
  { target }: GenerationRequest,
  draft: GeneratedDraft,
  complete: (tx: SqlRunner, created: string[]) => Promise<R>,
): Promise<R> {
  return sql.transaction(async (tx) => {
    if (!target) return complete(tx, [])
    const created = await appendInto(tx, workspaceId, target, draft)
    // An author can publish the course while the model writes, so the inserts lock the course before a second check.
    await mustBeUnpublished(tx, workspaceId, target)
    return complete(tx, created)
  })
}
