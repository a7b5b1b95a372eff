import {
  checkCourseBeforePublish,
  countFindingsPreventingPublish,
  type PublishGateMode,
  readPublishGateOfWorkspace,
} from '../../checks/publish-gate.ts'
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

/** The content that a request publishes. The checks run on this content before the publish. */
export type ContentToCheck = {
  plan: UnstoredRelease
  /** The ids of the lessons to publish. If they are set, only findings in these lessons can prevent the publish. */
  lessonIds: readonly string[] | null | undefined
  /** The publish gate of this request. By default, the publish gate of the workspace applies. */
  gate: PublishGateMode | null | undefined
}

/**
 * Runs the checks on the content of a publish, unless the publish gate is `off`.
 * @throws ApiError `conflict` with `details.checks` if the gate prevents the publish
 */
export async function assertPublishGatePassed(
  sql: SqlRunner,
  workspaceId: string,
  { plan, lessonIds, gate }: ContentToCheck,
  options: RunChecksOptions,
): Promise<void> {
  const usedGate = gate ?? (await readPublishGateOfWorkspace(sql, workspaceId))
  if (usedGate === 'off') return
  const course = convertSnapshotForChecks(makeUnstoredReleaseSnapshot(sql, workspaceId, plan))
  await checkCourseBeforePublish(sql, workspaceId, course, { ...options, lessonIds, gate: usedGate })
}

/** The maximum number of findings that a dry run returns. */
const maxFindings = 100

/**
 * Runs the checks on the content that a request would publish. Returns the findings, and whether the publish gate
 * allows the publish in spite of these findings.
 */
export async function checkContentAgainstPublishGate(
  tx: SqlRunner,
  workspaceId: string,
  { id: courseId, treeVersion }: Pick<CourseRow, 'id' | 'treeVersion'>,
  { plan, lessonIds, gate }: ContentToCheck,
  options: RunChecksOptions,
): Promise<{ checks: CourseChecksResponse; passesGate: boolean }> {
  const course = convertSnapshotForChecks(makeUnstoredReleaseSnapshot(tx, workspaceId, plan))
  const result = pickFindingsOfLessons(await checkCourseWithDismissals(tx, workspaceId, course, options), lessonIds)
  const selected = selectFindingsForResponse(options.caches, workspaceId, result, {
    minSeverity: 'info',
    limit: maxFindings,
    includesDismissed: false,
  })
  const checks = { courseId, release: 'draft', treeVersion, counts: result.counts, ...selected }
  const usedGate = gate ?? (await readPublishGateOfWorkspace(tx, workspaceId))
  return { checks, passesGate: countFindingsPreventingPublish(result, usedGate) === 0 }
}
