import type { PublishGateSetting } from '../../checks/publish-gate.ts'
import type { RunChecksOptions } from '../../checks/report.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import type { ReleaseRow } from '../content/row.ts'
import { assertPublishGatePassed, type ContentToCheck } from './gate.ts'
import type { UnstoredRelease } from './plan-release.ts'
import { lockCourseAndPlanRelease, type PublishRequest } from './planned-release.ts'
import { storeRelease } from './publish.ts'

/**
 * The time that the checks may take while the course is locked, in milliseconds. It must be shorter than the time after
 * which PostgreSQL ends a transaction without statements.
 */
const maxCheckMsWhileLocked = 3000

/**
 * The maximum number of times that the checks of a large course run without a lock. They run again if the course was
 * changed meanwhile.
 */
const maxChecksWithoutLock = 3

/** Runs the checks while the course is locked. Returns false if they take too long. */
async function isGatePassedInTime(
  tx: SqlRunner,
  workspaceId: string,
  content: ContentToCheck,
  options: RunChecksOptions,
): Promise<boolean> {
  const timeLimit = AbortSignal.timeout(maxCheckMsWhileLocked)
  const signal = options.signal ? AbortSignal.any([options.signal, timeLimit]) : timeLimit
  try {
    await assertPublishGatePassed(tx, workspaceId, content, { ...options, signal })
    return true
  } catch (error) {
    if (timeLimit.aborted && error === timeLimit.reason) return false
    throw error
  }
}

const makeChangedWhileCheckedError = () =>
  new ApiError('conflict', 'The course was changed each time while the checks ran. Publish it again.', {
    details: { reason: 'changed_while_checked' },
  })

type Publisher = { workspaceId: string; caller: string; gate: PublishGateSetting | null | undefined }
type Published = { release: ReleaseRow; isNew: boolean; hash: string }

/**
 * Publishes a course if the publish gate allows it. The checks of a large course take longer than a course may be
 * locked. So they then run without a lock, and the course is published if it still has the content that was checked.
 * @throws ApiError `conflict` with `details.checks` if the publish gate does not allow the publish
 * @throws ApiError `conflict` if the course was changed each time while the checks ran, or an error of
 * `lockCourseAndPlanRelease`
 */
export async function publishAfterChecks(
  sql: TransactionalSqlRunner,
  { workspaceId, caller, gate }: Publisher,
  request: PublishRequest,
  options: RunChecksOptions,
): Promise<Published> {
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
      const storeOptions = { caller, increasesVersion: true }
      return { plan, published: await storeRelease(tx, workspaceId, course, plan, request, storeOptions) }
    })
    if (published) return { ...published, hash: plan.hash }
    if (checks === maxChecksWithoutLock) throw makeChangedWhileCheckedError()
    await assertPublishGatePassed(sql, workspaceId, contentOf(plan), options)
    checkedHash = plan.hash
  }
}
