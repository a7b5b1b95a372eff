import { type CourseFields, insertCourse, lockCourse, updateCourse } from '../course/writes.ts'
import type { Queries } from '../db/sql.ts'
import { invalid, notFound } from '../errors.ts'
import type { LevelName } from '../outline/levels.ts'
import type { CourseRow } from '../outline/rows.ts'
import { stale } from '../outline/stale.ts'
import { type Placing, readStanding, type StandingRow, type Writes, writeAll } from '../outline/whole.ts'
import { newId } from '../outline/writes.ts'
import type { WantedBlock } from './input.ts'
import { type ChangeName, type Planned, planTree, type Standing, type Wanted } from './plan.ts'

/** What a tree call did or, for a dry run, would do. A node that is only foretold has no id yet. */
export type TreeChange = { kind: LevelName; id: string | null; key: string | null; change: ChangeName }
export type TreeResult = { course: CourseRow; changes: TreeChange[] }

type Options = { prune: boolean; dryRun: boolean; expectedVersion?: number | null }

const kinds: LevelName[] = ['module', 'lesson', 'block']

function standingOf(kind: LevelName, { id, parentId, key, order, ...fields }: StandingRow): Standing {
  return { kind, id, parentId, key, order, fields: fields as Standing['fields'] }
}

async function readAll(tx: Queries, workspaceId: string, courseId: string): Promise<Standing[]> {
  const all: Standing[] = []
  for (const kind of kinds) {
    for (const row of await readStanding(tx, kind, workspaceId, courseId)) all.push(standingOf(kind, row))
  }
  return all
}

const isBlock = (wanted: Wanted): wanted is WantedBlock => wanted.kind === 'block'

/** The row that a planned node becomes: what the request says, else what stands. A content that stays is not sent. */
function placingOf(node: Planned, standing: Standing | undefined): Placing {
  const { id, parentId: parent, key, order, wanted } = node
  const fields: Record<string, string | null> = { ...standing?.fields }
  for (const [name, value] of Object.entries(wanted?.fields ?? {})) if (value !== undefined) fields[name] = value
  if (node.kind === 'block') {
    const changes = wanted && wanted.fields.content !== standing?.fields.content
    fields.content = changes && isBlock(wanted) ? wanted.content : null
  }
  return { id, parent, key, order, ...fields }
}

function writesOf(nodes: readonly Planned[], standing: readonly Standing[]): Writes {
  const byId = new Map(standing.map((node) => [node.id, node]))
  const writes: Writes = {
    module: { insert: [], update: [], remove: [] },
    lesson: { insert: [], update: [], remove: [] },
    block: { insert: [], update: [], remove: [] },
  }
  for (const node of nodes) {
    const { insert, update, remove } = writes[node.kind]
    if (node.change === 'created') insert.push(placingOf(node, undefined))
    else if (node.change === 'deleted') remove.push(node.id)
    else if (node.change !== 'unchanged') update.push(placingOf(node, byId.get(node.id)))
  }
  return writes
}

const told = (nodes: readonly Planned[], dryRun: boolean): TreeChange[] =>
  nodes.map(({ kind, id, key, change }) => ({ kind, id: dryRun && change === 'created' ? null : id, key, change }))

function mustPlan(courseId: string, standing: Standing[], wanted: Wanted[] | undefined, prune: boolean): Planned[] {
  const { nodes, problems } = planTree(courseId, standing, wanted, { prune, newId })
  if (problems.length > 0) throw invalid(problems)
  return nodes
}

/**
 * Makes a course be as the request says, in one transaction and a number of statements that does not grow with it.
 * @throws ApiError `not_found`; `precondition_failed` where the tree version is another than expected; `invalid_request`
 */
export async function putTree(
  tx: Queries,
  workspaceId: string,
  courseId: string,
  fields: CourseFields,
  wanted: Wanted[] | undefined,
  { prune, dryRun, expectedVersion }: Options,
): Promise<TreeResult> {
  const course = await lockCourse(tx, workspaceId, courseId)
  if (!course) throw notFound('Course')
  if (expectedVersion != null && expectedVersion !== course.treeVersion) throw stale('Course tree', course.treeVersion)
  const standing = await readAll(tx, workspaceId, courseId)
  const nodes = mustPlan(courseId, standing, wanted, prune)
  const changes = told(nodes, dryRun)
  const own = Object.entries(fields).some(
    ([name, value]) => value !== undefined && value !== course[name as keyof CourseRow],
  )
  const below = nodes.some(({ change }) => change !== 'unchanged')
  if (dryRun || !(own || below)) return { course, changes }
  await writeAll(tx, workspaceId, courseId, writesOf(nodes, standing))
  return { course: await updateCourse(tx, workspaceId, courseId, own ? fields : {}, own), changes }
}

/** Makes a course with everything below it. @throws ApiError `invalid_request` for a node that names an id */
export async function createTree(
  tx: Queries,
  workspaceId: string,
  fields: CourseFields,
  wanted: Wanted[] | undefined,
): Promise<CourseRow> {
  const course = await insertCourse(tx, workspaceId, newId(), fields)
  if (!wanted || wanted.length === 0) return course
  const nodes = mustPlan(course.id, [], wanted, false)
  await writeAll(tx, workspaceId, course.id, writesOf(nodes, []))
  return course
}
