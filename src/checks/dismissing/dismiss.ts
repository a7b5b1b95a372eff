import type { Writer } from '../../courses/changes/writer.ts'
import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import type { StoreResultInTransaction } from '../../operations/idempotency.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { deadLinkCheckDefinition, failedCheckDefinition } from '../checks.ts'
import {
  type Dismissal,
  deleteDismissal,
  deleteDismissalsOfOtherFindings,
  makeTooManyDismissalsError,
  saveDismissalWithinLimit,
} from '../dismissals.ts'
import { makeFindingId } from '../finding-id.ts'
import { convertDraftForChecks } from '../model/course.ts'
import { type RunChecksOptions, readCourseDraft } from '../report.ts'
import { runChecks } from '../run.ts'
import { findFindingByRunningChecks, findRecentFindingOfOneRecord, readFieldsForFindingId } from './finding-by-id.ts'

/** Runs the checks, and deletes a course's dismissals of findings that no longer exist. */
async function deleteOldDismissals(
  sql: TransactionalSqlRunner,
  workspaceId: string,
  courseId: string,
  options: RunChecksOptions,
): Promise<void> {
  const row = await readCourseDraft(sql, workspaceId, courseId)
  const course = convertDraftForChecks(row, { clearsRowContents: true })
  const findings = await runChecks(course, options)
  // If a check failed, its findings may still exist, so all dismissals stay.
  if (findings.some(({ code }) => code === failedCheckDefinition.code)) return
  const presentIds = findings.map(({ id }) => id)
  // Dismissals of dead links stay, because `runChecks` does not search for dead links.
  await deleteDismissalsOfOtherFindings(sql, workspaceId, course.id, presentIds, [deadLinkCheckDefinition.code])
}

type Args = { courseId: string; findingId: string; reason: string | null }

/**
 * Dismisses a finding in the draft of a course.
 * @throws ApiError `not_found`, or `conflict` if the course is archived or has too many dismissals
 */
export async function dismissFinding(
  sql: TransactionalSqlRunner,
  { workspaceId, callerId }: Writer,
  { courseId, findingId, reason }: Args,
  options: RunChecksOptions,
  storeResult: StoreResultInTransaction<Dismissal>,
): Promise<Dismissal> {
  const finding =
    findRecentFindingOfOneRecord(options.caches, workspaceId, findingId) ??
    (await findFindingByRunningChecks(sql, workspaceId, courseId, findingId, options))
  if (!finding) throw makeNotFoundError('Finding')
  const { nodeId, code } = finding
  const insert = () =>
    sql.transaction(async (tx) => {
      const course = await lockCourse(tx, workspaceId, courseId)
      if (!course) throw makeNotFoundError('Course')
      const fields = await readFieldsForFindingId(tx, workspaceId, course, finding)
      if (fields === undefined || makeFindingId(finding, fields) !== findingId) throw makeNotFoundError('Finding')
      assertNotArchived(course)
      const dismissal = await saveDismissalWithinLimit(tx, workspaceId, course.id, {
        id: findingId,
        nodeId,
        code,
        reason,
        caller: callerId,
      })
      if (dismissal) await storeResult(tx, dismissal)
      return dismissal
    })
  const dismissal = await insert()
  if (dismissal) return dismissal
  // If the course has the maximum number of dismissals, old dismissals are deleted first.
  await deleteOldDismissals(sql, workspaceId, courseId, options)
  const second = await insert()
  if (!second) throw makeTooManyDismissalsError()
  return second
}

/**
 * Deletes a finding's dismissal, so that the finding can prevent a publish again.
 * @throws ApiError `not_found`, or `conflict` if the course is archived
 */
export const undismissFinding = (
  sql: TransactionalSqlRunner,
  workspaceId: string,
  courseId: string,
  findingId: string,
): Promise<{ id: string; courseId: string }> =>
  sql.transaction(async (tx) => {
    const course = await lockCourse(tx, workspaceId, courseId)
    if (course) assertNotArchived(course)
    const deleted = course && isUuid(findingId) && (await deleteDismissal(tx, workspaceId, course.id, findingId))
    if (!deleted) throw makeNotFoundError('Dismissal')
    return { ...deleted, courseId: course.id }
  })
