import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import {
  applyTreeRowChanges,
  type RowToWrite,
  readStoredNodes,
  type StoredTreeNode,
  type TreeRowChanges,
} from '../outline/bulk-writes.ts'
import { type CourseFields, insertCourse, lockCourse, updateLockedCourse } from '../outline/course-writes.ts'
import { type LevelName, levelDefinitions } from '../outline/levels.ts'
import type { CourseRow } from '../outline/rows.ts'
import { makeVersionMismatchError } from '../outline/version-mismatch.ts'
import { getValueToStore, makeUuidV7 } from '../outline/writes.ts'
import { type FieldColumn, getFieldValue } from '../records/record.ts'
import type { DesiredBlock } from './input.ts'
import {
  type CurrentNode,
  type DesiredNode,
  isSameFieldValue,
  type PlannedTreeNode,
  planTreeChanges,
  type TreeChangeKind,
} from './plan.ts'

/** How a request changes a module, lesson or block. The `id` is null if a dry run would create the record. */
export type TreeChange = { kind: LevelName; id: string | null; key: string | null; change: TreeChangeKind }
export type TreeWriteResult = { course: CourseRow; changes: TreeChange[] }

type Options = { prune: boolean; dryRun: boolean; expectedVersion?: number | null }

const levelNames: LevelName[] = ['module', 'lesson', 'block']

const nodeOf = (kind: LevelName, { id, parentId, key, order, ...fields }: StoredTreeNode<LevelName>) =>
  ({ kind, id, parentId, key, order, fields }) as CurrentNode

async function readAll(tx: SqlRunner, workspaceId: string, courseId: string): Promise<CurrentNode[]> {
  const all: CurrentNode[] = []
  for (const kind of levelNames) {
    for (const row of await readStoredNodes(tx, kind, workspaceId, courseId)) all.push(nodeOf(kind, row))
  }
  return all
}

const isBlock = (node: DesiredNode | undefined): node is DesiredBlock => node?.kind === 'block'

/** Returns the content to write for a block. Returns null if the stored content stays. */
function contentOf(desired: DesiredNode | undefined, current: CurrentNode | undefined): string | null {
  if (!isBlock(desired)) return null
  return current?.kind === 'block' && current.fields.content === desired.fields.content ? null : desired.content
}

/** Returns the row to write for a node. A field that the request leaves out keeps its current value. */
function rowOf(
  { kind, id, parentId: parent, key, order, desired }: PlannedTreeNode,
  current?: CurrentNode,
): RowToWrite {
  const valueFor = (column: FieldColumn) => {
    if (column.type === 'json') return contentOf(desired, current)
    const requested = desired && getFieldValue(desired.fields, column.field)
    return requested === undefined ? getValueToStore(column, current?.fields ?? {}) : requested
  }
  const columns = levelDefinitions[kind].columns.map((column) => [column.column, valueFor(column)])
  return { id, parent, key, order, ...Object.fromEntries(columns) }
}

function writesOf(nodes: readonly PlannedTreeNode[], current: readonly CurrentNode[]): TreeRowChanges {
  const byId = new Map(current.map((node) => [node.id, node]))
  const writes: TreeRowChanges = {
    module: { insert: [], update: [], remove: [] },
    lesson: { insert: [], update: [], remove: [] },
    block: { insert: [], update: [], remove: [] },
  }
  for (const node of nodes) {
    const { insert, update, remove } = writes[node.kind]
    if (node.change === 'created') insert.push(rowOf(node))
    else if (node.change === 'deleted') remove.push(node.id)
    else if (node.change !== 'unchanged') update.push(rowOf(node, byId.get(node.id)))
  }
  return writes
}

/** Lists the changes of a planned course tree. The `id` is null if a dry run would create the node. */
const changesOf = (nodes: readonly PlannedTreeNode[], dryRun: boolean): TreeChange[] =>
  nodes.map(({ kind, id, key, change }) => ({ kind, id: dryRun && change === 'created' ? null : id, key, change }))

function mustPlan(
  courseId: string,
  current: CurrentNode[],
  desired: DesiredNode[] | undefined,
  prune: boolean,
): PlannedTreeNode[] {
  const { nodes, problems } = planTreeChanges(courseId, current, desired, { prune, makeId: makeUuidV7 })
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  return nodes
}

/**
 * Changes a course and its tree as a request describes. The number of SQL statements does not depend on the tree size.
 * @throws ApiError `not_found`, `invalid_request`, or `precondition_failed` if the tree version is not the expected one
 */
export async function writeCourseTree(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  fields: CourseFields,
  desired: DesiredNode[] | undefined,
  { prune, dryRun, expectedVersion }: Options,
): Promise<TreeWriteResult> {
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw makeNotFoundError('Course')
  if (expectedVersion != null && expectedVersion !== course.treeVersion)
    throw makeVersionMismatchError('Course tree', course.treeVersion)
  const current = await readAll(tx, workspaceId, courseId)
  const nodes = mustPlan(courseId, current, desired, prune)
  const changes = changesOf(nodes, dryRun)
  const changesCourse = Object.entries(fields).some(
    ([name, value]) => value !== undefined && !isSameFieldValue(value, course[name as keyof CourseRow]),
  )
  const changesNodes = nodes.some(({ change }) => change !== 'unchanged')
  if (dryRun || !(changesCourse || changesNodes)) return { course, changes }
  await applyTreeRowChanges(tx, workspaceId, courseId, writesOf(nodes, current))
  return {
    course: await updateLockedCourse(tx, workspaceId, courseId, changesCourse ? fields : {}, changesCourse),
    changes,
  }
}

/** Creates a course with its modules, lessons and blocks. @throws ApiError `invalid_request` for a node with an id */
export async function insertCourseTree(
  tx: SqlRunner,
  workspaceId: string,
  fields: CourseFields,
  desired: DesiredNode[] | undefined,
): Promise<CourseRow> {
  const course = await insertCourse(tx, workspaceId, makeUuidV7(), fields)
  if (!desired || desired.length === 0) return course
  const nodes = mustPlan(course.id, [], desired, false)
  await applyTreeRowChanges(tx, workspaceId, course.id, writesOf(nodes, []))
  return course
}
