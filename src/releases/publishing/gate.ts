import { checkCourseBeforePublish, countFindingsPreventingPublish, readPublishGate } from '../../checks/publish-gate.ts'
import {
  checkCourseWithDismissals,
  pickFindingsOfLessons,
  type RunChecksOptions,
  selectFindingsForResponse,
} from '../../checks/report.ts'
import type { CourseChecksResponse } from '../../checks/type.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { convertSnapshotForChecks } from '../checks/snapshot.ts'
import { makeUnstoredReleaseSnapshot } from '../content/read.ts'
import type { UnstoredRelease } from './plan-release.ts'

/**
 * The content that a request publishes. If the request contains `lessonIds`, only the findings in these lessons can
 * prevent the publish.
 */
type Plan = { plan: UnstoredRelease; lessonIds: readonly string[] | null | undefined }

/**
 * Runs the checks on the content that a request publishes.
 * @throws ApiError `conflict` with `details.checks` if the publish gate of the workspace does not allow a publish with
 * the findings
 */
export async function assertPublishGatePassed(
  tx: SqlRunner,
  workspaceId: string,
  { plan, lessonIds }: Plan,
  options: RunChecksOptions,
): Promise<void> {
  const course = convertSnapshotForChecks(makeUnstoredReleaseSnapshot(tx, workspaceId, plan))
  await checkCourseBeforePublish(tx, workspaceId, course, { ...options, lessonIds })
}

/** The maximum number of findings that a dry run returns. */
const maxFindings = 100

/**
 * Runs the checks on the content that a request would publish. Returns the findings, and whether the workspace allows
 * the publish in spite of these findings. The publish gate is the setting of the workspace that decides this.
 */
export async function previewPublishGate(
  tx: SqlRunner,
  workspaceId: string,
  { id: courseId, treeVersion }: Pick<CourseRow, 'id' | 'treeVersion'>,
  { plan, lessonIds }: Plan,
  options: RunChecksOptions,
): Promise<{ checks: CourseChecksResponse; passesGate: boolean }> {
  const course = convertSnapshotForChecks(makeUnstoredReleaseSnapshot(tx, workspaceId, plan))
  const result = pickFindingsOfLessons(await checkCourseWithDismissals(tx, workspaceId, course, options), lessonIds)
  const selected = selectFindingsForResponse(workspaceId, result, {
    minSeverity: 'info',
    limit: maxFindings,
    includesDismissed: false,
  })
  const checks = { courseId, release: 'draft', treeVersion, counts: result.counts, ...selected }
  return { checks, passesGate: countFindingsPreventingPublish(result, await readPublishGate(tx, workspaceId)) === 0 }
}
