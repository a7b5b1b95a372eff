import { readTreeNodesByIds } from '../../courses/outline/reads/reads.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { lockCourse } from '../../courses/outline/writes/course-writes.ts'
import type { WritingCaller } from '../../courses/outline/writing-caller.ts'
import type { StoreResultInTransaction } from '../../operations/idempotency.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { checks, deadLinkCheckDefinition, failedCheckDefinition } from '../checks.ts'
import {
  type Dismissal,
  deleteDismissal,
  deleteDismissalsExceptOf,
  makeTooManyDismissalsError,
  saveDismissal,
} from '../dismissals.ts'
import { type Finding, makeFindingId, pickFieldsForFindingId } from '../finding.ts'
import { findDeadLinkFinding } from '../links/dead-links.ts'
import { convertCourseForChecks, isEnglish } from '../model/course.ts'
import { findRecentlyListedFinding, type RecentlyListedFinding, rememberListedFindings } from '../recent-findings.ts'
import { maxListedFindings, type RunChecksOptions, readCourseDraft } from '../report.ts'
import { spellingCheckDefinition } from '../rules/spelling.ts'
import { runChecks } from '../run.ts'

/**
 * Reads the fields of a record from which the ids of its findings are made. Returns undefined if the record is not in
 * the course.
 */
async function readIdentifyingFields(
  sql: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  { kind, nodeId }: RecentlyListedFinding,
): Promise<unknown> {
  if (kind === 'course') return course.id === nodeId ? pickFieldsForFindingId.course(course) : undefined
  if (kind === 'block') {
    const [block] = await readTreeNodesByIds(sql, 'block', workspaceId, [nodeId])
    if (block?.courseId !== course.id) return undefined
    return pickFieldsForFindingId.block({ type: block.type, content: JSON.parse(block.content) as JsonObject })
  }
  const [node] = await readTreeNodesByIds(sql, kind, workspaceId, [nodeId])
  return node?.courseId === course.id ? pickFieldsForFindingId[kind](node) : undefined
}

/**
 * Runs the checks on the draft of a course to find a finding. Remembers the other findings of the same check, which an
 * author often dismisses next. For a dead link, the function sends no request, because it can compute the id of the
 * finding from the draft.
 */
async function findByChecks(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  findingId: string,
  options: RunChecksOptions,
): Promise<Finding | undefined> {
  const course = await convertCourseForChecks(await readCourseDraft(sql, workspaceId, courseId))
  const withSpelling: RunChecksOptions = { ...options, spelling: 'withoutSuggestions' }
  // The spelling check takes longer than the other checks, so it runs only if no other check has the finding.
  for (const mode of isEnglish(course.language) ? [options, withSpelling] : [options]) {
    const findings = await runChecks(course, mode)
    const finding = findings.find(({ id }) => id === findingId)
    if (!finding) continue
    rememberListedFindings(
      workspaceId,
      findings.filter(({ code }) => code === finding.code).slice(0, maxListedFindings),
    )
    return finding
  }
  return findDeadLinkFinding(course, findingId, options.signal)
}

/**
 * Runs all checks on the draft of a course, and deletes the dismissals whose findings no longer exist. If a finding may
 * still exist, its dismissal stays. This concerns dead links, misspelt words if the list of unknown words is not
 * complete, and all findings if a check failed.
 */
async function deleteOldDismissals(
  sql: TransactionalSqlRunner,
  workspaceId: string,
  courseId: string,
  options: RunChecksOptions,
): Promise<void> {
  const course = await convertCourseForChecks(await readCourseDraft(sql, workspaceId, courseId))
  const findings = await runChecks(course, { ...options, spelling: 'withoutSuggestions' })
  if (findings.some(({ code }) => code === failedCheckDefinition.code)) return
  // If the list of unknown words is not complete, the spelling check adds a finding about this with an empty path.
  const lacksWords = findings.some(({ code, path }) => code === spellingCheckDefinition.code && path === '')
  const presentIds = findings.map(({ id }) => id)
  await deleteDismissalsExceptOf(sql, workspaceId, course.id, presentIds, [
    deadLinkCheckDefinition.code,
    ...(lacksWords ? [spellingCheckDefinition.code] : []),
  ])
}

/**
 * The codes of the checks whose findings depend on one record only. To dismiss such a finding, the service reads this
 * record and does not run the checks. The set also contains the spelling check. Its findings depend on the code in
 * other lessons too, but reading the whole course for each dismissal would take too long.
 */
const codesOfOneRecord = new Set([
  ...checks.filter(({ readsOneRecord }) => readsOneRecord).map(({ code }) => code),
  spellingCheckDefinition.code,
])

/** Returns a finding that was in a recent response of this process, if its check is one of `codesOfOneRecord`. */
function findRecentFindingOfOneRecord(workspaceId: string, findingId: string): RecentlyListedFinding | undefined {
  const finding = findRecentlyListedFinding(workspaceId, findingId)
  return finding && codesOfOneRecord.has(finding.code) ? finding : undefined
}

type Args = { courseId: string; findingId: string; reason: string | null }

/**
 * Dismisses a finding in the draft of a course. Usually, the checks run to find the finding. They do not run if the
 * finding was in a recent response of this process and depends on one record only (`codesOfOneRecord`). If the course
 * already has the maximum number of dismissals, the checks also run to delete the dismissals whose findings no longer
 * exist.
 * @throws ApiError `not_found`
 * @throws ApiError `conflict` if the course is archived, or has 1,000 dismissals whose findings still exist
 */
export async function dismissFinding(
  sql: TransactionalSqlRunner,
  { workspaceId, callerId }: WritingCaller,
  { courseId, findingId, reason }: Args,
  options: RunChecksOptions,
  storeResult: StoreResultInTransaction<Dismissal>,
): Promise<Dismissal> {
  const finding =
    findRecentFindingOfOneRecord(workspaceId, findingId) ??
    (await findByChecks(sql, workspaceId, courseId, findingId, options))
  if (!finding) throw makeNotFoundError('Finding')
  const { nodeId, code } = finding
  const insert = () =>
    sql.transaction(async (tx) => {
      const course = await lockCourse(tx, workspaceId, courseId)
      if (!course) throw makeNotFoundError('Course')
      const fields = await readIdentifyingFields(tx, workspaceId, course, finding)
      if (fields === undefined || makeFindingId(finding, fields) !== findingId) throw makeNotFoundError('Finding')
      if (code === spellingCheckDefinition.code && !isEnglish(course.language)) throw makeNotFoundError('Finding')
      assertNotArchived(course)
      const dismissal = await saveDismissal(tx, workspaceId, course.id, {
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
  await deleteOldDismissals(sql, workspaceId, courseId, options)
  const second = await insert()
  if (!second) throw makeTooManyDismissalsError()
  return second
}

/**
 * Deletes the dismissal of a finding, so that the finding can prevent a publish again.
 * @throws ApiError `not_found` if the finding is not dismissed, or `conflict` if the course is archived
 */
export const undismissFinding = (
  sql: TransactionalSqlRunner,
  workspaceId: string,
  courseId: string,
  findingId: string,
): Promise<{ id: string }> =>
  sql.transaction(async (tx) => {
    const course = await lockCourse(tx, workspaceId, courseId)
    if (course) assertNotArchived(course)
    const deleted = course && isUuid(findingId) && (await deleteDismissal(tx, workspaceId, course.id, findingId))
    if (!deleted) throw makeNotFoundError('Dismissal')
    return deleted
  })
