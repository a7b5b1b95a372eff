import { type CheckedCourse, toCheckedCourse } from '../checks/model/course.ts'
import { checkBeforePublish } from '../checks/publish-gate.ts'
import { type CheckOptions, readDraft } from '../checks/report.ts'
import type { SqlRunner } from '../platform/db/statement.ts'

/** Returns the given lessons of a course, and the modules that contain them. */
function pickLessons(course: CheckedCourse, lessonIds: readonly string[]): CheckedCourse {
  const ids = new Set(lessonIds.map((id) => id.toLowerCase()))
  const modules = course.modules
    .map((module) => ({ ...module, lessons: module.lessons.filter(({ id }) => ids.has(id)) }))
    .filter(({ lessons }) => lessons.length > 0)
  return { ...course, modules }
}

/**
 * Runs the checks on the draft, or only on the lessons to publish.
 * @throws ApiError `conflict` with `details.checks` if the gate of the workspace does not allow the findings
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
