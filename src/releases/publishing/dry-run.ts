import type { RunChecksOptions } from '../../checks/report.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeStoredReleaseSnapshot, makeUnstoredReleaseSnapshot } from '../content/read.ts'
import { compareSnapshots } from '../diff/compare.ts'
import { makeCourseDiffResponse } from '../diff/course-diff-response.ts'
import type { CreateReleaseResult } from './create-release-types.ts'
import { type ContentToCheck, findPublishGateResult } from './gate.ts'
import type { CourseAndPlannedRelease } from './planned-release.ts'

/**
 * Returns the result of a dry run: what differs from the live release, and what the checks find. The course does
 * not have to be locked any more: the release was planned while it was, and later writes do not change the plan.
 */
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
  const found = await findPublishGateResult(sql, workspaceId, course, { ...content, plan }, options)
  // Content that is already live can be published again, whatever the checks find.
  const passesGate = plan.live?.hash === plan.hash || found.passesGate
  return { release: null, isNew: false, confirm: plan.hash, diff, checks: found.checks, passesGate }
}
