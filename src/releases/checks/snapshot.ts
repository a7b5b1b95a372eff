import type { CheckedCourse, CheckedLesson } from '../../checks/model/course.ts'
import { type CheckOptions, type CheckResult, checkCourse, checkDraft } from '../../checks/report.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { type FrozenLesson, listOutlineLessons } from '../content/outline.ts'
import { type CourseSnapshot, makeReleaseSnapshot, readRelease } from '../content/read.ts'

const toCheckedLesson = ({ id, key, name, objectives, blocks }: FrozenLesson): CheckedLesson => ({
  id,
  key,
  name,
  objectives,
  blocks: blocks.map(({ id, key, type, content }) => ({ id, key, type, content })),
})

/** Converts a frozen course to exactly the form that a draft has for the checks, so that findings have the same ids. */
export async function toCheckedSnapshot({ outline, readLessons }: CourseSnapshot): Promise<CheckedCourse> {
  const lessons = await readLessons(listOutlineLessons(outline).map(({ hash }) => hash))
  const { id, name, language, difficulty, objectives } = outline
  const modules = outline.modules.map(({ id, key, name, objectives, lessons: entries }) => ({
    id,
    key,
    name,
    objectives,
    lessons: entries.map(({ hash }) => toCheckedLesson(lessons.get(hash)!)),
  }))
  return { id, name, language, difficulty, objectives, modules }
}

type CheckedSnapshot = { courseId: string; treeVersion: number; result: CheckResult }

/**
 * Runs the checks of the draft of a course, or of a release by its number. A finding has the same id in both if its record
 * is the same, so that a dismissal holds in both.
 * @throws ApiError `not_found`
 */
export async function readChecks(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  name: string,
  options: CheckOptions,
): Promise<CheckedSnapshot> {
  if (name === 'draft') {
    const { course, result } = await checkDraft(sql, workspaceId, courseId, options)
    return { courseId: course.id, treeVersion: course.treeVersion, result }
  }
  const release = await readRelease(sql, workspaceId, courseId, Number(name))
  const course = await toCheckedSnapshot(makeReleaseSnapshot(sql, workspaceId, release))
  return {
    courseId: release.courseId,
    treeVersion: release.treeVersion,
    result: await checkCourse(sql, workspaceId, course, options),
  }
}
