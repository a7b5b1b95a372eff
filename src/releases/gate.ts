import { checkBeforePublish, countRefusing, readPublishGate } from '../checks/publish-gate.ts'
import { type CheckOptions, checkCourse, pickFindings, selectFindings } from '../checks/report.ts'
import type { ReportedChecks } from '../checks/type.ts'
import type { CourseRow } from '../courses/outline/rows.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { toCheckedSnapshot } from './checks/snapshot.ts'
import { makePlannedReleaseSnapshot } from './content/read.ts'
import type { PlannedRelease } from './publish.ts'

/** What is about to be published. With `lessonIds`, only the findings of these lessons count. */
type Plan = { plan: PlannedRelease; lessonIds: readonly string[] | null | undefined }

/**
 * Runs the checks on what is about to be published.
 * @throws ApiError `conflict` with `details.checks` if the gate of the workspace does not allow the findings
 */
export async function mustPassPublishGate(
  tx: SqlRunner,
  workspaceId: string,
  { plan, lessonIds }: Plan,
  options: CheckOptions,
): Promise<void> {
  const course = await toCheckedSnapshot(makePlannedReleaseSnapshot(tx, workspaceId, plan))
  await checkBeforePublish(tx, workspaceId, course, { ...options, lessonIds })
}

/** The maximum number of findings that a dry run returns. */
const maxFindings = 100

/** Returns what the checks find in what a publish would take, and whether the gate would let it pass. */
export async function previewPublishGate(
  tx: SqlRunner,
  workspaceId: string,
  { id: courseId, treeVersion }: Pick<CourseRow, 'id' | 'treeVersion'>,
  { plan, lessonIds }: Plan,
  options: CheckOptions,
): Promise<{ checks: ReportedChecks; passesGate: boolean }> {
  const course = await toCheckedSnapshot(makePlannedReleaseSnapshot(tx, workspaceId, plan))
  const result = pickFindings(await checkCourse(tx, workspaceId, course, options), lessonIds)
  const selected = selectFindings(result, { level: 'info', limit: maxFindings, includesDismissed: false })
  const checks = { courseId, release: 'draft', treeVersion, counts: result.counts, ...selected }
  return { checks, passesGate: countRefusing(result, await readPublishGate(tx, workspaceId)) === 0 }
}
