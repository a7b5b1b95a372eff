import { type CheckedCourse, toCheckedCourse } from '../checks/model/course.ts'
import { checkBeforePublish } from '../checks/publish-gate.ts'
import { type CheckOptions, readDraft } from '../checks/report.ts'
import type { SqlRunner } from '../platform/db/statement.ts'

/** Returns the part of a course that a publish of some lessons takes: these lessons and the modules around them. */
function pickLessons(course: CheckedCourse, lessonIds: readonly string[]): CheckedCourse {
  const ids = new Set(lessonIds.map((id) => id.toLowerCase()))
  const modules = course.modules
    .map((module) => ({ ...module, lessons: module.lessons.filter(({ id }) => ids.has(id)) }))
    .filter(({ lessons }) => lessons.length > 0)
  return { ...course, modules }
}

/**
 * Checks the draft, or only the lessons that are about to be published.
 * @throws ApiError `conflict` with `details.checks` if the gate of the workspace refuses what the checks found
 */
export async function mustPassPublishGate(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  lessonIds: readonly string[] | null | undefined,
  options: CheckOptions,
): Promise<void> {
  const draft = toCheckedCourse(await readDraft(tx, workspaceId, courseId))
  await checkBeforePublish(tx, workspaceId, lessonIds ? pickLessons(draft, lessonIds) : draft, options)
}
