import { assertNotArchived } from '../courses/outline/archived.ts'
import { readCoursesByIds } from '../courses/outline/course-reads.ts'
import { recordTitles } from '../courses/outline/levels.ts'
import { readTreeNodesByIds } from '../courses/outline/reads.ts'
import type { WriteIdentity } from '../courses/outline/write-identity.ts'
import { createTreeNode } from '../courses/outline/writes.ts'
import type { GraphQLContext } from '../operations/context.ts'
import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'
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

/** Checks that the target of a draft exists. @throws ApiError `not_found`, or `conflict` for an archived course */
export async function assertDraftTarget(
  { db, workspaceId }: GraphQLContext,
  { target }: GenerationRequest,
): Promise<void> {
  if (!target) return
  const [course] = await readCoursesByIds(db.sql, workspaceId(), [await courseIdOf(db.sql, workspaceId(), target)])
  if (!course) throw makeNotFoundError(recordTitles[target.level])
  // An archived course is refused here, before the model uses tokens. A database trigger refuses it again when the
  // draft is written.
  assertNotArchived(course)
}

async function appendBlocks(
  tx: SqlRunner,
  writer: WriteIdentity,
  lessonId: string,
  blocks: readonly DraftBlock[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { type, content } of blocks) {
    const fields = { type, content: JSON.stringify(content) }
    ids.push((await createTreeNode(tx, 'block', writer, lessonId, fields)).id)
  }
  return ids
}

async function appendModules(
  tx: SqlRunner,
  writer: WriteIdentity,
  courseId: string,
  { modules = [] }: GeneratedDraft,
): Promise<string[]> {
  const ids: string[] = []
  for (const { lessons, ...fields } of modules) {
    const { id } = await createTreeNode(tx, 'module', writer, courseId, fields)
    for (const lesson of lessons) await createTreeNode(tx, 'lesson', writer, id, lesson)
    ids.push(id)
  }
  return ids
}

async function appendInto(
  tx: SqlRunner,
  writer: WriteIdentity,
  { level, id }: DraftTarget,
  draft: GeneratedDraft,
): Promise<string[]> {
  if (level === 'course') return appendModules(tx, writer, id, draft)
  if (level === 'lesson') return appendBlocks(tx, writer, id, draft.blocks ?? [])
  const { blocks = [], modules: _modules, ...fields } = draft
  const lesson = await createTreeNode(tx, 'lesson', writer, id, { ...fields, name: fields.name ?? 'Untitled' })
  await appendBlocks(tx, writer, lesson.id, blocks)
  return [lesson.id]
}

/**
 * Adds a draft to its course, module or lesson in one transaction. In the same transaction, calls `afterAppend` with
 * the IDs of the created modules, lesson or blocks. A request without a target creates nothing.
 * @returns the result of `afterAppend`
 * @throws ApiError `not_found`, or `conflict` for an archived course
 */
export function appendDraft<R>(
  sql: TransactionalSqlRunner,
  writer: WriteIdentity,
  { target }: GenerationRequest,
  draft: GeneratedDraft,
  afterAppend: (tx: SqlRunner, created: string[]) => Promise<R>,
): Promise<R> {
  return sql.transaction(async (tx) => {
    if (!target) return afterAppend(tx, [])
    return afterAppend(tx, await appendInto(tx, writer, target, draft))
  })
}
