import { readTreeNodesByIds } from '../../courses/outline/reads/reads.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import type { Caches } from '../../platform/caches.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { checks } from '../checks.ts'
import type { Finding } from '../finding.ts'
import { pickFieldsForFindingId } from '../finding-id.ts'
import { findDeadLinkFinding } from '../links/dead-links.ts'
import { convertDraftWithContentForChecks } from '../model/course.ts'
import { findRecentlyListedFinding, type RecentlyListedFinding, rememberListedFindings } from '../recent-findings.ts'
import { maxListedFindings, type RunChecksOptions, readCourseDraft } from '../report.ts'
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
  const findings = await runChecks(course, options)
  const finding = findings.find(({ id }) => id === findingId)
  // This search sends no HTTP requests. It computes the ids of all possible dead-link findings from the draft.
  if (!finding) return findDeadLinkFinding(course, findingId, options.signal)
  rememberListedFindings(
    options.caches,
    workspaceId,
    findings.filter(({ code }) => code === finding.code).slice(0, maxListedFindings),
  )
  return finding
}

/**
 * Returns a finding that was in a recent response of this process and that depends on one record only. Returns
 * undefined for other findings.
 */
export function findRecentFindingOfOneRecord(
  caches: Caches,
  workspaceId: string,
  findingId: string,
): RecentlyListedFinding | undefined {
  const finding = findRecentlyListedFinding(caches, workspaceId, findingId)
  const check = checks.find(({ code }) => code === finding?.code)
  return check?.readsOneRecord ? finding : undefined
}
