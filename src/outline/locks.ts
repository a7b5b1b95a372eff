import { type Queries, statement } from '../db/sql.ts'
import { notFound } from '../errors.ts'
import { type Level, type LevelName, levels, titles } from './levels.ts'
import { stale } from './stale.ts'

/** A course that is held against other writers until the transaction ends. */
export type Held = { id: string; treeVersion: number }

const lockOf = (table: string) =>
  statement<Held>(
    `course_lock_by_${table}`,
    `SELECT c.id, c.tree_version AS "treeVersion" FROM courses c
     WHERE c.id = (SELECT t.${table === 'courses' ? 'id' : 'course_id'} FROM ${table} t WHERE t.id = $2 AND t.workspace_id = $1)
     FOR NO KEY UPDATE`,
  )
const locks = {
  courses: lockOf('courses'),
  modules: lockOf('modules'),
  lessons: lockOf('lessons'),
  blocks: lockOf('blocks'),
}

const touch = statement<never>(
  'course_touch',
  'UPDATE courses c SET tree_version = c.tree_version + 1 WHERE c.id = $2 AND c.workspace_id = $1',
)

/** Counts a change below a course. */
export const touchCourse = (tx: Queries, workspaceId: string, courseId: string) =>
  tx.rows(touch, [workspaceId, courseId])

/**
 * Holds the course of a parent of `name`'s level.
 * @throws ApiError `not_found`; `precondition_failed` where its tree version is another than expected
 */
export async function holdParent(
  tx: Queries,
  name: LevelName,
  workspaceId: string,
  parentId: string,
  treeVersion?: number | null,
): Promise<Held> {
  const level: Level = levels[name]
  const [course] = await tx.rows(locks[level.parentTable as keyof typeof locks], [workspaceId, parentId])
  if (!course) throw notFound(titles[level.parent])
  if (treeVersion != null && treeVersion !== course.treeVersion) throw stale('Course tree', course.treeVersion)
  return course
}

/** Holds the course of a node. @throws ApiError `not_found` */
export async function holdNode(tx: Queries, name: LevelName, workspaceId: string, id: string): Promise<Held> {
  const [course] = await tx.rows(locks[levels[name].table], [workspaceId, id])
  if (!course) throw notFound(titles[name])
  return course
}
