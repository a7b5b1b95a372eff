import { findContentProblems, stringifyContent } from '../courses/block/content.ts'
import { readContentForStorage } from '../courses/block/read.ts'
import type { BlockType } from '../courses/block/types.ts'
import type { Writer } from '../courses/changes/writer.ts'
import { lockCourse } from '../courses/course/writes/course-writes.ts'
import { readCoursesByIds } from '../courses/outline/reads/course-reads.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from '../courses/outline/rows.ts'
import { assertNotArchived } from '../courses/outline/rules/archived.ts'
import { makeVersionMismatchError } from '../courses/outline/rules/version-mismatch.ts'
import { updateBlockContentIfTypeMatches } from '../courses/outline/writes/block-content-writes.ts'
import { updateTreeNodeInOneStatement } from '../courses/outline/writes/writes.ts'
import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { StoreResultInTransaction } from '../operations/idempotency.ts'
import type { JsonObject } from '../operations/json-object.ts'
import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { applyFixEditsToContent, applyFixEditsToFields, canApplyEditsTogether } from './apply-fix-edits.ts'
import type { Finding } from './finding.ts'
import type { FixEdit, NodeKind } from './model/check.ts'
import { convertDraftForChecks } from './model/course.ts'
import { type RunChecksOptions, readCourseDraft } from './report.ts'
import { runChecks } from './run.ts'
import { makeChangedWhileCheckedError, maxCheckRunsWithoutLock, runChecksWithTimeLimit } from './while-locked.ts'

/** A finding whose fix was not applied, and why. */
export type SkippedFix = { findingId: string; reason: string }
/** A block after the fixes. After a dry run, `version` is the current version, because nothing is written. */
export type BlockAfterFix = { id: string; version: number; content: JsonObject }
/**
 * A module or lesson whose prerequisites the fixes change. After a dry run, `version` is the current version, because
 * nothing is written.
 */
export type PrerequisitesAfterFix = { kind: 'module' | 'lesson'; id: string; version: number; prerequisites: string[] }
export type FixResult = {
  courseId: string
  treeVersion: number
  fixed: string[]
  skipped: SkippedFix[]
  blocks: BlockAfterFix[]
  prerequisites: PrerequisitesAfterFix[]
}

/** The maximum number of findings that one request can fix. */
export const maxFindingsPerFixRequest = 100

/** The maximum number of edits that one request applies to one module, lesson or block. */
const maxEdits = 2000

/** The edits for one module, lesson or block. `findingIds` are the ids of the findings that the edits correct. */
type NodePlan = { kind: NodeKind; edits: FixEdit[]; findingIds: string[] }

/**
 * Plans the edits that fix the findings with the given ids. `skipped` lists the findings that get no fix.
 * @throws ApiError `not_found` if the course has none of the findings
 */
function planFixes(findings: readonly Finding[], ids: readonly string[]) {
  const byId = new Map(findings.map((finding) => [finding.id, finding]))
  if (!ids.some((id) => byId.has(id))) throw makeNotFoundError('Finding')
  // The keys are the ids of modules, lessons and blocks.
  const plans = new Map<string, NodePlan>()
  const skipped: SkippedFix[] = []
  const skip = (findingId: string, reason: string) => skipped.push({ findingId, reason })
  for (const id of new Set(ids)) {
    const finding = byId.get(id)
    if (!finding) skip(id, 'The course has no finding with this identifier now. Read the findings again.')
    else if (!finding.fix) skip(id, 'No fix is known for this finding. Change the content yourself.')
    else {
      const { edits } = finding.fix
      const plan = plans.get(finding.nodeId) ?? { kind: finding.kind, edits: [], findingIds: [] }
      if (plan.edits.length + edits.length > maxEdits)
        skip(id, 'Too many changes of the same module, lesson or block. Apply this fix in another request.')
      else if (!canApplyEditsTogether(edits, plan.edits))
        skip(id, 'Another fix in this request changes the same text or field. Read the findings again.')
      else {
        const findingIds = [...plan.findingIds, finding.id]
        plans.set(finding.nodeId, { ...plan, edits: [...plan.edits, ...edits], findingIds })
      }
    }
  }
  return { plans, skipped }
}

const blocksOf = ({ modules }: CourseRow) =>
  new Map(
    (modules ?? []).flatMap(({ lessons }) =>
      (lessons ?? []).flatMap(({ blocks }) => (blocks ?? []).map((block) => [block.id, block] as const)),
    ),
  )

const modulesAndLessonsOf = ({ modules }: CourseRow) =>
  new Map<string, ModuleRow | LessonRow>(
    (modules ?? []).flatMap((module) => [module, ...(module.lessons ?? [])]).map((row) => [row.id, row]),
  )

type Change = { block: BlockRow; content: JsonObject }
type FixPlan = { fixed: string[]; skipped: SkippedFix[]; changes: Change[]; prerequisites: PrerequisitesAfterFix[] }

async function planCourse(course: CourseRow, ids: readonly string[], options: RunChecksOptions): Promise<FixPlan> {
  const findings = await runChecks(convertDraftForChecks(course, { clearsRowContents: false }), options)
  const { plans, skipped } = planFixes(findings, ids)
  const blocks = blocksOf(course)
  const others = modulesAndLessonsOf(course)
  const plan: FixPlan = { fixed: [], skipped, changes: [], prerequisites: [] }
  const pause = makeYieldToEventLoop()
  for (const [id, { kind, edits, findingIds }] of plans) {
    await pause()
    if (kind === 'module' || kind === 'lesson') {
      const { version, prerequisites: before } = others.get(id)!
      const { prerequisites } = applyFixEditsToFields({ prerequisites: before }, edits)
      plan.prerequisites.push({ kind, id, version, prerequisites })
      plan.fixed.push(...findingIds)
      continue
    }
    const block = blocks.get(id)!
    const type = block.type as BlockType
    // The paths of the edits are paths in the documented shape.
    const content = applyFixEditsToContent(readContentForStorage(type, JSON.parse(block.content) as JsonObject), edits)
    const [problem] = findContentProblems(type, content)
    if (problem) {
      const reason = `After the fix, ${problem.path} ${problem.message}. Change the content yourself.`
      skipped.push(...findingIds.map((findingId) => ({ findingId, reason })))
    } else {
      plan.fixed.push(...findingIds)
      plan.changes.push({ block, content })
    }
  }
  return plan
}

/** Writes the planned changes. Returns the changed records with their new versions. */
async function writeFixes(
  tx: SqlRunner,
  writer: Writer,
  { changes, prerequisites: planned }: FixPlan,
): Promise<Pick<FixResult, 'blocks' | 'prerequisites'>> {
  const blocks: BlockAfterFix[] = []
  for (const { block, content } of changes) {
    const written = await updateBlockContentIfTypeMatches(tx, writer, block.id, stringifyContent(content), [block.type])
    if (written) blocks.push({ id: written.id, version: written.version, content })
  }
  const prerequisites: PrerequisitesAfterFix[] = []
  for (const one of planned) {
    const { version } = await updateTreeNodeInOneStatement(tx, one.kind, writer, one.id, {
      prerequisites: one.prerequisites,
    })
    prerequisites.push({ ...one, version })
  }
  return { blocks, prerequisites }
}

type Args = {
  courseId: string
  findingIds: readonly string[]
  expectedVersion?: number | null
}

const assertExpectedTreeVersion = (treeVersion: number, expected: number | null | undefined) => {
  if (expected != null && expected !== treeVersion) throw makeVersionMismatchError('Course tree', treeVersion)
}

/**
 * Reads the draft of a course, and plans the fixes.
 * @throws ApiError `not_found`, `precondition_failed`, or `conflict` if the course is archived
 */
async function planDraft(
  sql: SqlRunner,
  workspaceId: string,
  { courseId, findingIds, expectedVersion }: Args,
  options: RunChecksOptions,
): Promise<{ id: string; treeVersion: number; plan: FixPlan }> {
  const course = await readCourseDraft(sql, workspaceId, courseId)
  assertNotArchived(course)
  assertExpectedTreeVersion(course.treeVersion, expectedVersion)
  const { id, treeVersion } = course
  return { id, treeVersion, plan: await planCourse(course, findingIds, options) }
}

/**
 * Returns what the fixes would change, and writes nothing.
 * @throws ApiError `not_found`, `precondition_failed`, or `conflict` if the course is archived
 */
export async function previewFixes(
  sql: SqlRunner,
  workspaceId: string,
  args: Args,
  options: RunChecksOptions,
): Promise<FixResult> {
  const { id: courseId, treeVersion, plan } = await planDraft(sql, workspaceId, args, options)
  const { fixed, skipped, changes, prerequisites } = plan
  const blocks = changes.map(({ block: { id, version }, content }) => ({ id, version, content }))
  return { courseId, treeVersion, fixed, skipped, blocks, prerequisites }
}

/**
 * Applies the fixes of findings. Makes at most `maxCheckRunsWithoutLock` attempts.
 * @throws ApiError `not_found`, `precondition_failed`, or `conflict` if the course is archived or keeps changing
 */
export async function applyFixes(
  sql: TransactionalSqlRunner,
  writer: Writer,
  args: Args,
  options: RunChecksOptions,
  storeResult: StoreResultInTransaction<FixResult>,
): Promise<FixResult> {
  const { workspaceId } = writer
  for (let checks = 1; checks <= maxCheckRunsWithoutLock; checks++) {
    // The checks can take long, so they run before the transaction locks the course.
    const checked = await planDraft(sql, workspaceId, args, options)
    const result = await sql.transaction(async (tx) => {
      const locked = await lockCourse(tx, workspaceId, checked.id)
      if (!locked) throw makeNotFoundError('Course')
      assertNotArchived(locked)
      assertExpectedTreeVersion(locked.treeVersion, args.expectedVersion)
      // If the course has changed, the checks run again. They are usually fast, because unchanged lessons are cached.
      const planned =
        locked.treeVersion === checked.treeVersion
          ? checked
          : await runChecksWithTimeLimit(options, (limited) => planDraft(tx, workspaceId, args, limited))
      // The checks under the lock took too long, so the next attempt starts.
      if (!planned) return undefined
      const written = await writeFixes(tx, writer, planned.plan)
      const [course = locked] = await readCoursesByIds(tx, workspaceId, [locked.id])
      const { fixed, skipped } = planned.plan
      const result = { courseId: locked.id, treeVersion: course.treeVersion, fixed, skipped, ...written }
      await storeResult(tx, result)
      return result
    })
    if (result) return result
  }
  throw makeChangedWhileCheckedError('Read the findings again.')
}
