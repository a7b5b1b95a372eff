import type { CourseRow } from '../courses/outline/rows.ts'
import { readCourseTree, treeLevelsByDepth } from '../courses/tree/reads/trees.ts'
import type { GraphQLContext } from '../operations/context.ts'
import type { Caches } from '../platform/caches.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import { dropDisprovedFindings } from './asset-problems.ts'
import { readDismissals } from './dismissals.ts'
import type { Finding } from './finding.ts'
import { type Severity, severities } from './model/check.ts'
import { type CheckableCourse, convertDraftForChecks } from './model/course.ts'
import { rememberListedFindings } from './recent-findings.ts'
import { runChecks } from './run.ts'

export type FindingWithDismissedFlag = Finding & { isDismissed: boolean }
/** The numbers of errors, warnings and suggestions that are not dismissed, and the number of dismissed findings. */
export type FindingCounts = Record<Severity | 'dismissed', number>
/**
 * The findings in a course, or in some of its lessons, including dismissed findings. `counts` says how many there are
 * of each severity.
 */
export type CourseFindings = { counts: FindingCounts; findings: FindingWithDismissedFlag[] }

export type RunChecksOptions = NonNullable<Parameters<typeof runChecks>[1]> & { caches: Caches }

/**
 * Returns the options with which a request runs the checks. The checks stop when the client disconnects. If a check
 * throws an error, the error is logged.
 */
export const makeCheckOptionsForRequest = (context: GraphQLContext): RunChecksOptions => ({
  signal: context.abortSignal(),
  onError: (error) => context.onInternalError(error, context.log()),
  caches: context.caches,
})

/** Reads the draft of a course with all its blocks. @throws ApiError `not_found` */
export async function readCourseDraft(sql: SqlRunner, workspaceId: string, courseId: string): Promise<CourseRow> {
  const course = isUuid(courseId)
    ? await readCourseTree(sql, workspaceId, courseId, treeLevelsByDepth.blocks)
    : undefined
  if (!course) throw makeNotFoundError('Course')
  return course
}

function countFindings(findings: readonly FindingWithDismissedFlag[]): FindingCounts {
  const counts: FindingCounts = { error: 0, warning: 0, info: 0, dismissed: 0 }
  for (const { isDismissed, severity } of findings) counts[isDismissed ? 'dismissed' : severity]++
  return counts
}

/** Returns only the findings of the given lessons and their blocks. Without `lessonIds`, returns all findings. */
export function pickFindingsOfLessons(
  result: CourseFindings,
  lessonIds: readonly string[] | null | undefined,
): CourseFindings {
  if (!lessonIds) return result
  const ids = new Set(lessonIds.map((id) => id.toLowerCase()))
  const findings = result.findings.filter(({ lessonId }) => lessonId !== undefined && ids.has(lessonId))
  return { findings, counts: countFindings(findings) }
}

/** Runs the checks on the draft or a release of a course, and marks the dismissed findings. */
export async function checkCourseWithDismissals(
  sql: SqlRunner,
  workspaceId: string,
  course: CheckableCourse,
  options: Partial<RunChecksOptions> = {},
): Promise<CourseFindings> {
  const dismissals = await readDismissals(sql, workspaceId, course.id)
  const found = await dropDisprovedFindings(sql, workspaceId, await runChecks(course, options))
  const findings = found.map((finding) => ({ ...finding, isDismissed: dismissals.has(finding.id) }))
  return { counts: countFindings(findings), findings }
}

/**
 * Reads the draft of a course for the checks. Does not return the course row, because the checks remove the block
 * contents from the row.
 */
async function readCourseDraftForChecks(sql: SqlRunner, workspaceId: string, courseId: string) {
  const row = await readCourseDraft(sql, workspaceId, courseId)
  return { treeVersion: row.treeVersion, course: convertDraftForChecks(row, { clearsRowContents: true }) }
}

/** Runs the checks on the draft of a course. */
export async function checkCourseDraft(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  options: Partial<RunChecksOptions>,
): Promise<{ course: Pick<CourseRow, 'id' | 'treeVersion'>; result: CourseFindings }> {
  const { treeVersion, course } = await readCourseDraftForChecks(sql, workspaceId, courseId)
  return {
    course: { id: course.id, treeVersion },
    result: await checkCourseWithDismissals(sql, workspaceId, course, options),
  }
}

/** The maximum number of findings in a response. */
export const maxListedFindings = 500

/** Which findings a response contains: at most `limit` findings that are at least as severe as `minSeverity`. */
type Selection = { minSeverity: Severity; limit: number; includesDismissed: boolean }

/**
 * Selects up to `limit` findings for a response. Remembers them, so that a client can dismiss them without another run
 * of the checks.
 */
export function selectFindingsForResponse(
  caches: Caches,
  workspaceId: string,
  { findings }: CourseFindings,
  { minSeverity, limit, includesDismissed }: Selection,
) {
  const wanted = severities.slice(0, severities.indexOf(minSeverity) + 1)
  const selected = findings.filter((one) => wanted.includes(one.severity) && (includesDismissed || !one.isDismissed))
  const listed = selected.slice(0, limit)
  rememberListedFindings(caches, workspaceId, listed)
  return { findings: listed, omitted: selected.length - listed.length }
}
