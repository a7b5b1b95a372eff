import { isId } from '../checks.ts'
import type { Context } from '../context.ts'
import type { Queries, Sql } from '../db/sql.ts'
import { ApiError, notFound } from '../errors.ts'
import { readCourses } from '../outline/courses.ts'
import { titles } from '../outline/levels.ts'
import { readByIds } from '../outline/reads.ts'
import { createChild } from '../outline/writes.ts'
import type { DraftBlock } from './block.ts'
import type { Draft } from './draft.ts'
import type { GenerationRequest, Place } from './request.ts'

async function courseIdOf(sql: Queries, workspaceId: string, { level, id }: Place): Promise<string> {
  if (!isId(id)) throw notFound(titles[level])
  if (level === 'course') return id
  const [row] = await readByIds(sql, level, workspaceId, [id])
  if (!row) throw notFound(titles[level])
  return row.courseId
}

const published = () =>
  new ApiError(
    'conflict',
    'The course is published, and learners would see a draft at once: unpublish it, or preview.',
    {
      details: { reason: 'course_published' },
    },
  )

/** Drafts have no status of their own: they are drafts as long as their course is one. @throws ApiError `conflict` */
async function mustTakeDrafts(sql: Queries, workspaceId: string, place: Place): Promise<void> {
  const [course] = await readCourses(sql, workspaceId, [await courseIdOf(sql, workspaceId, place)])
  if (!course) throw notFound(titles[place.level])
  if (course.status === 'published') throw published()
}

/** The place is looked for before a model is asked. @throws ApiError `not_found`, `conflict` */
export async function mustBeThere({ db, workspaceId }: Context, { place, append }: GenerationRequest): Promise<void> {
  if (!place) return
  if (append) return mustTakeDrafts(db.sql, workspaceId(), place)
  const [course] = await readCourses(db.sql, workspaceId(), [await courseIdOf(db.sql, workspaceId(), place)])
  if (!course) throw notFound(titles[place.level])
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

async function appendInto(tx: Queries, workspaceId: string, { level, id }: Place, draft: Draft): Promise<string[]> {
  if (level === 'course') return appendModules(tx, workspaceId, id, draft)
  if (level === 'lesson') return appendBlocks(tx, workspaceId, id, draft.blocks ?? [])
  const { name = 'Untitled', description = null, blocks = [] } = draft
  const lesson = await createChild(tx, 'lesson', workspaceId, id, { name, description })
  await appendBlocks(tx, workspaceId, lesson.id, blocks)
  return [lesson.id]
}

/**
 * Writes a draft into its place, after what is there, in one transaction.
 * @returns the identifiers of the modules, the lesson or the blocks that were made
 * @throws ApiError `not_found`, `conflict`
 */
export function appendDraft(
  sql: Sql,
  workspaceId: string,
  { place }: GenerationRequest,
  draft: Draft,
): Promise<string[]> {
  return sql.transaction(async (tx) => {
    if (!place) return []
    const made = await appendInto(tx, workspaceId, place, draft)
    // The writes hold the course, so what it is now it stays: it can have been published while the model wrote.
    await mustTakeDrafts(tx, workspaceId, place)
    return made
  })
}
