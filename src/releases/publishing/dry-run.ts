import type { RunChecksOptions } from '../../checks/report.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeStoredReleaseSnapshot, makeUnstoredReleaseSnapshot } from '../content/read.ts'
import { compareSnapshots } from '../diff/compare.ts'
import { makeCourseDiffResponse } from '../diff/course-diff-response.ts'
import { type ContentToCheck, checkContentAgainstPublishGate } from './content-gate.ts'
import type { CreateReleaseResult } from './create-release-types.ts'
import type { CourseAndPlannedRelease } from './planned-release.ts'

/** Returns the result of a dry run. Needs no lock of the course, because later writes do not change `plan`. */
export async function makeDryRunResult(
  sql: SqlRunner,
  workspaceId: string,
  { course, plan }: CourseAndPlannedRelease,
  content: Omit<ContentToCheck, 'plan'>,
  options: RunChecksOptions,
): Promise<CreateReleaseResult> {
  const planned = makeUnstoredReleaseSnapshot(sql, workspaceId, plan)
  const before = plan.live
    ? makeStoredReleaseSnapshot(sql, workspaceId, plan.live)
    : { ...planned, outline: { ...plan.outline, modules: [] } }
  const names = { from: plan.live ? String(plan.live.number) : 'none', to: 'draft' }
  const diff = await makeCourseDiffResponse(await compareSnapshots(before, planned), names)
  const found = await checkContentAgainstPublishGate(sql, workspaceId, course, { ...content, plan }, options)
  // If the content is already live, a publish runs no checks. So the publish gate cannot prevent this publish.
  const passesGate = plan.live?.hash === plan.hash || found.passesGate
  const { id: courseId } = course
  return { courseId, release: null, isNew: false, confirm: plan.hash, diff, checks: found.checks, passesGate }
}
