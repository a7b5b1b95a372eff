import type { PublishGateMode } from '../../checks/publish-gate.ts'
import type { RunChecksOptions } from '../../checks/report.ts'
import {
  makeChangedWhileCheckedError,
  maxCheckRunsWithoutLock,
  runChecksWithTimeLimit,
} from '../../checks/while-locked.ts'
import type { Writer } from '../../courses/changes/writer.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import type { ReleaseRow } from '../content/row.ts'
import { assertPublishGatePassed, type ContentToCheck } from './content-gate.ts'
import type { UnstoredRelease } from './plan-release.ts'
import { lockCourseAndPlanRelease, type PublishRequestWithPreconditions } from './planned-release.ts'
import { storeRelease } from './publish.ts'

/**
 * Runs the checks while the course is locked. Returns false if the checks take too long.
 * @throws ApiError `conflict` if the publish gate prevents the publish
 */
async function isGatePassedInTime(
  tx: SqlRunner,
  workspaceId: string,
  content: ContentToCheck,
  options: RunChecksOptions,
): Promise<boolean> {
  const passed = await runChecksWithTimeLimit(options, async (limited) => {
    await assertPublishGatePassed(tx, workspaceId, content, limited)
    return true
  })
  return passed ?? false
}

type Published = { release: ReleaseRow; isNew: boolean; hash: string }

/**
 * Publishes a course if the publish gate allows the publish.
 * @throws ApiError `conflict`, and the errors of `lockCourseAndPlanRelease` and `storeRelease`
 */
export async function publishAfterChecks(
  sql: TransactionalSqlRunner,
  writer: Writer,
  { gate, ...request }: PublishRequestWithPreconditions & { gate: PublishGateMode | null | undefined },
  options: RunChecksOptions,
): Promise<Published> {
  const { workspaceId } = writer
  const contentOf = (plan: UnstoredRelease): ContentToCheck => ({ plan, lessonIds: request.lessonIds, gate })
  let checkedHash: string | undefined
  for (let checks = 0; ; checks++) {
    const { plan, published } = await sql.transaction(async (tx) => {
      const { course, plan } = await lockCourseAndPlanRelease(tx, workspaceId, request)
      const mayPublish =
        plan.hash === checkedHash ||
        plan.hash === plan.live?.hash ||
        (await isGatePassedInTime(tx, workspaceId, contentOf(plan), options))
      if (!mayPublish) return { plan }
      return { plan, published: await storeRelease(tx, writer, course, plan, request, { increasesVersion: true }) }
    })
    if (published) return { ...published, hash: plan.hash }
    // The checks took too long, so they run again without the lock. If the content changes meanwhile, the loop repeats.
    if (checks === maxCheckRunsWithoutLock) throw makeChangedWhileCheckedError('Publish it again.')
    await assertPublishGatePassed(sql, workspaceId, contentOf(plan), options)
    checkedHash = plan.hash
  }
}
