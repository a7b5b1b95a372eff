import { readTreeNodesByIds } from '../../courses/outline/reads/reads.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { checks } from '../checks.ts'
import type { Finding } from '../finding.ts'
import { pickFieldsForFindingId } from '../finding-id.ts'
import { findDeadLinkFinding } from '../links/dead-links.ts'
import { convertDraftWithContentForChecks, isEnglishTag } from '../model/course.ts'
import { findRecentlyListedFinding, type RecentlyListedFinding, rememberListedFindings } from '../recent-findings.ts'
import { maxListedFindings, type RunChecksOptions, readCourseDraft } from '../report.ts'
import { spellingCheckDefinition } from '../rules/spelling.ts'
import { runChecks } from '../run.ts'

/**
 * Reads the fields of the record that has the finding. These fields determine the finding's id. Returns undefined if
 * the record is not in the course.
 */
export async function readFieldsForFindingId(
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
 * Runs the checks to find a finding. Remembers other findings of the same check, because authors often dismiss these
 * next.
 */
export async function findFindingByRunningChecks(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  findingId: string,
  options: RunChecksOptions,
): Promise<Finding | undefined> {
  const course = await convertDraftWithContentForChecks(await readCourseDraft(sql, workspaceId, courseId))
  const withSpelling: RunChecksOptions = { ...options, spelling: 'withoutSuggestions' }
  // The spelling check takes longer than the other checks, so it runs only if no other check has the finding.
  for (const mode of isEnglishTag(course.language) ? [options, withSpelling] : [options]) {
    const findings = await runChecks(course, mode)
    const finding = findings.find(({ id }) => id === findingId)
    if (!finding) continue
    rememberListedFindings(
      workspaceId,
      findings.filter(({ code }) => code === finding.code).slice(0, maxListedFindings),
    )
    return finding
  }
  // This search sends no HTTP requests. It computes the ids of all possible dead-link findings from the draft.
  return findDeadLinkFinding(course, findingId, options.signal)
}

/**
 * The codes of checks whose findings depend on one record only. To dismiss a finding, the service reads only this
 * record.
 */
const codesOfOneRecord = new Set([
  ...checks.filter(({ readsOneRecord }) => readsOneRecord).map(({ code }) => code),
  // A spelling finding also depends on other lessons, because words in the code of the course are not reported.
  // But the service would take too long to read the whole course each time that somebody dismisses a finding.
  spellingCheckDefinition.code,
])

/**
 * Returns a finding that was in a recent response of this process and that depends on one record only
 * (`codesOfOneRecord`). Returns undefined for other findings.
 */
export function findRecentFindingOfOneRecord(
  workspaceId: string,
  findingId: string,
): RecentlyListedFinding | undefined {
  const finding = findRecentlyListedFinding(workspaceId, findingId)
  return finding && codesOfOneRecord.has(finding.code) ? finding : undefined
}
