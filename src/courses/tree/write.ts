import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { makeUuidV7 } from '../../platform/uuid.ts'
import { addNodesToChange } from '../changes/record-change.ts'
import type { Writer } from '../changes/writer.ts'
import {
  type CourseFieldsToWrite,
  increaseLockedCourseTreeVersion,
  insertCourse,
  lockCourse,
  updateLockedCourse,
} from '../course/writes/course-writes.ts'
import type { LevelName } from '../outline/levels.ts'
import type { CourseRow } from '../outline/rows.ts'
import { assertNotArchived } from '../outline/rules/archived.ts'
import { assertCourseRecordCount } from '../outline/rules/course-size.ts'
import { assertCourseKeyAndSlugUnused } from '../outline/rules/taken-key-or-slug.ts'
import { makeVersionMismatchError } from '../outline/rules/version-mismatch.ts'
import type { StoredNodeWithDigestForContent } from '../outline/writes/bulk-statements.ts'
import { applyTreeRowChanges, readTreeNodesWithContentDigests } from '../outline/writes/bulk-writes.ts'
import { computeNodeVersionsAfterRestore } from '../outline/writes/restored-versions.ts'
import { getFieldValue } from '../records/record.ts'
import { listChangedDescendants } from './changed-descendants.ts'
import { areFieldValuesEqual } from './changed-fields.ts'
import type { DesiredTreeNode, PlannedNodeChange, StoredTreeNode, TreeChangeKind } from './nodes.ts'
import { planTreeChangesInSteps } from './plan.ts'
import { convertPlanToRowChanges } from './row-changes.ts'
import { makeYieldToEventLoop, type YieldToEventLoop } from './yield-often.ts'

/** How a request changes a module, lesson or block. */
export type TreeChange = {
  kind: LevelName
  /** The id of the node, or null if a dry run would create the node. */
  id: string | null
  key: string | null
  name: string | null
  path: string
  change: TreeChangeKind
  fields: string[]
  /** Whether the node moves to another parent or to another place among its siblings. */
  position: boolean
}
/**
 * The number of modules, lessons and blocks for each kind of change. A node that is both updated and moved counts
 * twice.
 */
export type TreeChangeCounts = Record<TreeChangeKind, number>
export type TreeWriteResult = { course: CourseRow; changes: TreeChange[]; counts: TreeChangeCounts }

type Options = {
  prune: boolean
  dryRun: boolean
  includesUnchanged: boolean
  /**
   * Whether the request may contain ids of deleted nodes. Each such node is created again with its old id. A restore
   * needs this.
   */
  recreatesDeletedNodes?: boolean
  /**
   * Whether the request lists the children of every node. If so, its nodes can take the keys of nodes that `prune`
   * deletes.
   */
  replacesWholeCourse?: boolean
  expectedVersion?: number | null
}

const levelNames: LevelName[] = ['module', 'lesson', 'block']

const nodeOf = (kind: LevelName, { id, parentId, key, order, ...fields }: StoredNodeWithDigestForContent<LevelName>) =>
  ({ kind, id, parentId, key, order, fields }) as StoredTreeNode

async function readAll(tx: SqlRunner, workspaceId: string, courseId: string): Promise<StoredTreeNode[]> {
  const all: StoredTreeNode[] = []
  for (const kind of levelNames) {
    for (const row of await readTreeNodesWithContentDigests(tx, kind, workspaceId, courseId))
      all.push(nodeOf(kind, row))
    assertCourseRecordCount(all.length)
  }
  return all
}

/**
 * Returns the name that a module or lesson has when the request is done, or the last name of a deleted one. Returns
 * null for a block.
 */
function nameOf({ current, desired }: PlannedNodeChange): string | null {
  const name = (desired && getFieldValue(desired.fields, 'name')) ?? (current && getFieldValue(current.fields, 'name'))
  return typeof name === 'string' ? name : null
}

/**
 * Converts a planned module, lesson or block to its entry in the response. In a dry run, the entry of a new record has
 * no id.
 */
function toTreeChange(node: PlannedNodeChange, dryRun: boolean): TreeChange {
  const { kind, id, key, path, change, fields, isMoved } = node
  const hasNoId = dryRun && change === 'created'
  return { kind, id: hasNoId ? null : id, key, name: nameOf(node), path, change, fields, position: isMoved }
}

function countChanges(nodes: readonly PlannedNodeChange[]): TreeChangeCounts {
  const counts: TreeChangeCounts = { created: 0, updated: 0, moved: 0, deleted: 0, unchanged: 0 }
  for (const { change, isMoved } of nodes) {
    counts[change]++
    if (isMoved && change !== 'moved') counts.moved++
  }
  return counts
}

/** Counts the lessons and blocks that the course has after the request. */
function countLessonsAndBlocks(nodes: readonly PlannedNodeChange[]) {
  const remaining = nodes.filter(({ change }) => change !== 'deleted')
  const countOf = (kind: LevelName) => remaining.filter((node) => node.kind === kind).length
  return { lessonCount: countOf('lesson'), blockCount: countOf('block') }
}

async function mustPlan(
  courseId: string,
  current: StoredTreeNode[],
  desired: DesiredTreeNode[] | undefined,
  {
    yieldOften,
    ...options
  }: Pick<Options, 'prune' | 'recreatesDeletedNodes' | 'replacesWholeCourse'> & { yieldOften: YieldToEventLoop },
): Promise<PlannedNodeChange[]> {
  const steps = planTreeChangesInSteps(courseId, current, desired, { ...options, makeId: makeUuidV7 })
  let step = steps.next()
  for (; !step.done; step = steps.next()) await yieldOften()
  const { nodes, problems } = step.value
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  return nodes
}

/** Returns whether a value equals the stored value. In a list field, null means an empty list. */
const isSameCourseValue = (value: unknown, stored: unknown) =>
  areFieldValuesEqual(value === null && Array.isArray(stored) ? [] : value, stored)

/**
 * Changes a course and its modules, lessons and blocks.
 * @throws ApiError `not_found`, `invalid_request`, `precondition_failed` or `conflict`
 */
export async function updateCourseTree(
  tx: SqlRunner,
  writer: Writer,
  courseId: string,
  fields: CourseFieldsToWrite,
  desired: DesiredTreeNode[] | undefined,
  { dryRun, includesUnchanged, expectedVersion, ...matching }: Options,
): Promise<TreeWriteResult> {
  const { workspaceId } = writer
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw makeNotFoundError('Course')
  assertNotArchived(course)
  if (expectedVersion != null && expectedVersion !== course.treeVersion)
    throw makeVersionMismatchError('Course tree', course.treeVersion)
  const current = await readAll(tx, workspaceId, courseId)
  const yieldOften = makeYieldToEventLoop()
  // `courseId` is from the request and may have capital letters. The plan needs the id in lower case, `course.id`.
  const nodes = await mustPlan(course.id, current, desired, { ...matching, yieldOften })
  await yieldOften()
  const counts = countChanges(nodes)
  assertCourseRecordCount(nodes.length - counts.deleted)
  const changes = nodes
    .filter(({ change }) => includesUnchanged || change !== 'unchanged')
    .map((node) => toTreeChange(node, dryRun))
  const changesCourse = Object.entries(fields).some(
    ([name, value]) => value !== undefined && !isSameCourseValue(value, course[name as keyof CourseRow]),
  )
  const changesNodes = nodes.some(({ change, isShifted }) => change !== 'unchanged' || isShifted)
  if (dryRun) await assertCourseKeyAndSlugUnused(tx, workspaceId, courseId, fields)
  if (dryRun || !(changesCourse || changesNodes)) return { course, changes, counts }
  const revivedIds = nodes.flatMap(({ change, desired }) => (change === 'created' ? (desired?.id ?? []) : []))
  const versions = await computeNodeVersionsAfterRestore(tx, workspaceId, course.treeVersion, revivedIds)
  const writes = convertPlanToRowChanges(nodes, current, versions)
  await yieldOften()
  // Writes the nodes in batches of about a million characters (see `json-batches.ts`).
  await applyTreeRowChanges(tx, writer, courseId, writes)
  const descendants = listChangedDescendants(course.id, nodes)
  const changedCourse = changesCourse
    ? await updateLockedCourse(tx, writer, courseId, fields, descendants)
    : await increaseLockedCourseTreeVersion(tx, writer, courseId, descendants)
  return { course: { ...changedCourse, ...countLessonsAndBlocks(nodes) }, changes, counts }
}

/**
 * Creates a course with its content.
 * @throws ApiError `invalid_request` if a node has an id or a key repeats, or `conflict` if the key or slug is taken
 */
export async function insertCourseTree(
  tx: SqlRunner,
  writer: Writer,
  fields: CourseFieldsToWrite,
  desired: DesiredTreeNode[] | undefined,
): Promise<CourseRow> {
  const course = await insertCourse(tx, writer, makeUuidV7(), fields)
  if (!desired || desired.length === 0) return course
  const yieldOften = makeYieldToEventLoop()
  const nodes = await mustPlan(course.id, [], desired, { prune: false, yieldOften })
  await yieldOften()
  const writes = convertPlanToRowChanges(nodes, [])
  await applyTreeRowChanges(tx, writer, course.id, writes)
  const created = listChangedDescendants(course.id, nodes)
  await addNodesToChange(tx, writer, course.id, created.nodes, created.count)
  return { ...course, lessonCount: writes.lesson.insert.length, blockCount: writes.block.insert.length }
}
