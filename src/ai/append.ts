import { isId } from '../checks.ts'
import type { Context } from '../context.ts'
import type { Queries, Sql } from '../db/sql.ts'
import { notFound } from '../errors.ts'
import { readCourses } from '../outline/courses.ts'
import { titles } from '../outline/levels.ts'
import { readByIds } from '../outline/reads.ts'
import { createChild } from '../outline/writes.ts'
import type { DraftBlock } from './block.ts'
import type { Draft } from './draft.ts'
import type { GenerationRequest, Place } from './request.ts'

/** The place is looked for before a model is asked. @throws ApiError `not_found` */
export async function mustBeThere({ db, workspaceId }: Context, { level, id }: Place): Promise<void> {
  const workspace = workspaceId()
  const found = isId(id)
    ? level === 'course'
      ? await readCourses(db.sql, workspace, [id])
      : await readByIds(db.sql, level, workspace, [id])
    : []
  if (found.length === 0) throw notFound(titles[level])
}

async function appendBlocks(
  tx: Queries,
  workspaceId: string,
  lessonId: string,
  blocks: readonly DraftBlock[],
): Promise<string[]> {
  const made: string[] = []
  for (const { type, content } of blocks) {
    const fields = { type, content: JSON.stringify(content) }
    made.push((await createChild(tx, 'block', workspaceId, lessonId, fields)).id)
  }
  return made
}

async function appendModules(
  tx: Queries,
  workspaceId: string,
  courseId: string,
  { modules = [] }: Draft,
): Promise<string[]> {
  const made: string[] = []
  for (const { name, description, lessons } of modules) {
    const { id } = await createChild(tx, 'module', workspaceId, courseId, { name, description })
    for (const lesson of lessons) await createChild(tx, 'lesson', workspaceId, id, lesson)
    made.push(id)
  }
  return made
}

/**
 * Writes a draft into its place, after what is there, in one transaction.
 * @returns the identifiers of the modules, the lesson or the blocks that were made
 */
export function appendDraft(
  sql: Sql,
  workspaceId: string,
  { place }: GenerationRequest,
  draft: Draft,
): Promise<string[]> {
  return sql.transaction(async (tx) => {
    if (!place) return []
    if (place.level === 'course') return appendModules(tx, workspaceId, place.id, draft)
    if (place.level === 'lesson') return appendBlocks(tx, workspaceId, place.id, draft.blocks ?? [])
    const { name = 'Untitled', description = null, blocks = [] } = draft
    const lesson = await createChild(tx, 'lesson', workspaceId, place.id, { name, description })
    await appendBlocks(tx, workspaceId, lesson.id, blocks)
    return [lesson.id]
  })
}
