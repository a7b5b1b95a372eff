import { type CheckedCourse, toCheckedCourse } from '../checks/model/course.ts'
import { checkBeforePublish, countRefusing, readPublishGate } from '../checks/publish-gate.ts'
import { type CheckOptions, checkCourse, readDraft, selectFindings } from '../checks/report.ts'
import type { ReportedChecks } from '../checks/type.ts'
import type { CourseRow } from '../courses/outline/rows.ts'
import type { SqlRunner } from '../platform/db/statement.ts'

/** Returns the given lessons of a course, and the modules that contain them. */
function pickLessons(course: CheckedCourse, lessonIds: readonly string[]): CheckedCourse {
  const ids = new Set(lessonIds.map((id) => id.toLowerCase()))
  const modules = course.modules
    .map((module) => ({ ...module, lessons: module.lessons.filter(({ id }) => ids.has(id)) }))
    .filter(({ lessons }) => lessons.length > 0)
  return { ...course, modules }
}

/** Reads the part of the draft that a publish takes. */
async function readPublished(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  lessonIds: readonly string[] | null | undefined,
): Promise<CheckedCourse> {
  const draft = toCheckedCourse(await readDraft(tx, workspaceId, courseId))
  return lessonIds ? pickLessons(draft, lessonIds) : draft
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
  await checkBeforePublish(tx, workspaceId, await readPublished(tx, workspaceId, courseId, lessonIds), options)
}

/** The maximum number of findings that a dry run returns. */
const maxFindings = 100

/** Returns what the checks find in what a publish would take, and whether the gate would let it pass. */
export async function previewPublishGate(
  tx: SqlRunner,
  workspaceId: string,
  { id: courseId, treeVersion }: Pick<CourseRow, 'id' | 'treeVersion'>,
  lessonIds: readonly string[] | null | undefined,
  options: CheckOptions,
): Promise<{ checks: ReportedChecks; passesGate: boolean }> {
  const course = await readPublished(tx, workspaceId, courseId, lessonIds)
  const result = await checkCourse(tx, workspaceId, course, options)
  const selected = selectFindings(result, { level: 'info', limit: maxFindings, includesDismissed: false })
  const checks = { courseId, release: 'draft', treeVersion, counts: result.counts, ...selected }
  return { checks, passesGate: countRefusing(result, await readPublishGate(tx, workspaceId)) === 0 }
}
