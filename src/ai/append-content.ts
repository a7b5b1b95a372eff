import type { Writer } from '../courses/changes/writer.ts'
import { recordTypeTitles } from '../courses/outline/levels.ts'
import { readCoursesByIds } from '../courses/outline/reads/course-reads.ts'
import { readTreeNodesByIds } from '../courses/outline/reads/reads.ts'
import { assertNotArchived } from '../courses/outline/rules/archived.ts'
import { createTreeNode } from '../courses/outline/writes/writes.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { assertStorageNotFull } from '../operations/storage/limited-sql.ts'
import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import type { GeneratedBlock } from './block.ts'
import type { ContentGenerationRequest, GenerationTarget } from './generation-request.ts'
import type { GeneratedContent } from './model-answer.ts'

async function courseIdOf(sql: SqlRunner, workspaceId: string, { level, id }: GenerationTarget): Promise<string> {
  if (!isUuid(id)) throw makeNotFoundError(recordTypeTitles[level])
  if (level === 'course') return id
  const [row] = await readTreeNodesByIds(sql, level, workspaceId, [id])
  if (!row) throw makeNotFoundError(recordTypeTitles[level])
  return row.courseId
}

/**
 * Checks that the target of the generated content exists, and that the workspace has room for it.
 * @throws ApiError `not_found`, or `conflict` for an archived course or a full workspace
 */
export async function assertGenerationTargetIsWritable(
  context: GraphQLContext,
  { target, append }: ContentGenerationRequest,
): Promise<void> {
  if (!target) return
  const { db, workspaceId } = context
  const [course] = await readCoursesByIds(db.sql, workspaceId(), [await courseIdOf(db.sql, workspaceId(), target)])
  if (!course) throw makeNotFoundError(recordTypeTitles[target.level])
  // Refuses an archived course before the model uses tokens.
  // A database trigger refuses the generated content if the course is archived later.
  assertNotArchived(course)
  if (append) await assertStorageNotFull(context)
}

async function appendBlocks(
  tx: SqlRunner,
  writer: Writer,
  lessonId: string,
  blocks: readonly GeneratedBlock[],
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
  writer: Writer,
  courseId: string,
  { modules = [] }: GeneratedContent,
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
  writer: Writer,
  { level, id }: GenerationTarget,
  content: GeneratedContent,
): Promise<string[]> {
  if (level === 'course') return appendModules(tx, writer, id, content)
  if (level === 'lesson') return appendBlocks(tx, writer, id, content.blocks ?? [])
  const { blocks = [], modules: _modules, ...fields } = content
  const lesson = await createTreeNode(tx, 'lesson', writer, id, { ...fields, name: fields.name ?? 'Untitled' })
  await appendBlocks(tx, writer, lesson.id, blocks)
  return [lesson.id]
}

/**
 * Adds generated content, and runs `afterAppend` with the new ids in the same transaction.
 * @throws ApiError `not_found`, or `conflict` for an archived or full course
 */
export function appendGeneratedContent<R>(
  sql: TransactionalSqlRunner,
  writer: Writer,
  { target }: ContentGenerationRequest,
  content: GeneratedContent,
  afterAppend: (tx: SqlRunner, created: string[]) => Promise<R>,
): Promise<R> {
  return sql.transaction(async (tx) => {
    if (!target) return afterAppend(tx, [])
    return afterAppend(tx, await appendInto(tx, writer, target, content))
  })
}
