import { isId } from '../checks.ts'
import { type Queries, type Sql, statement } from '../db/sql.ts'
import { notFound } from '../errors.ts'
import { type Level, type LevelName, levels, titles } from './levels.ts'
import { holdNode } from './locks.ts'
import { readByIds } from './reads.ts'
import type { Row } from './rows.ts'
import { newId } from './writes.ts'

/** One row to copy: which, to where; the top one has a place and a name of its own. */
type Copy = { old: string; id: string; parent: string; order?: number; name?: string }

function statementsOf(name: LevelName) {
  const { table, parentColumn, fields }: Level = levels[name]
  const inCourse = parentColumn === 'course_id'
  const columns = ['id', 'workspace_id', 'course_id', ...(inCourse ? [] : [parentColumn]), 'key', '"order"', ...fields]
  const values = fields.map((field) => (field === 'name' ? 'coalesce(n.name, t.name)' : `t.${field}`))
  return {
    below: statement<{ id: string; parentId: string }>(
      `${table}_ids_by_parent`,
      `SELECT t.id, t.${parentColumn} AS "parentId" FROM ${table} t WHERE t.${parentColumn} = ANY($2::uuid[]) AND t.workspace_id = $1
       ORDER BY t."order"`,
    ),
    copy: statement<never>(
      `${table}_copy`,
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT n.id, $1, $2, ${inCourse ? '' : 'n.parent, '}CASE WHEN $4::boolean THEN t.key END, coalesce(n."order", t."order"), ${values.join(', ')}
       FROM json_to_recordset($3::json) AS n (old uuid, id uuid, parent uuid, "order" int, name text)
       JOIN ${table} t ON t.id = n.old AND t.workspace_id = $1`,
    ),
    place: statement<{ spot: number; course: string }>(
      `${table}_place`,
      `SELECT * FROM place_${name}($1, $2, $3, NULL)`,
    ),
  }
}

const statements = { module: statementsOf('module'), lesson: statementsOf('lesson'), block: statementsOf('block') }
const childOf: Record<LevelName, LevelName | undefined> = { module: 'lesson', lesson: 'block', block: undefined }

const suffix = ' (copy)'
/** A copy's name, within the bound of a name and not cut inside a surrogate pair. */
export const copyName = (name: string) =>
  `${name.slice(0, 200 - suffix.length).replace(/[\ud800-\udbff]$/, '')}${suffix}`

type Target = { workspaceId: string; courseId: string; keepKeys: boolean }

async function copyRows(
  tx: Queries,
  name: LevelName,
  { workspaceId, courseId, keepKeys }: Target,
  copies: readonly Copy[],
) {
  await tx.rows(statements[name].copy, [workspaceId, courseId, JSON.stringify(copies), keepKeys])
}

/**
 * Copies all that stands below parents into their copies: two statements a level, however much there is.
 * @param parents old id → new id
 */
export async function copyBelow(
  tx: Queries,
  name: LevelName | undefined,
  target: Target,
  parents: ReadonlyMap<string, string>,
): Promise<void> {
  if (!name || parents.size === 0) return
  const rows = await tx.rows(statements[name].below, [target.workspaceId, [...parents.keys()]])
  const copies = rows.map(({ id, parentId }): Copy => ({ old: id, id: newId(), parent: parents.get(parentId)! }))
  if (copies.length > 0) await copyRows(tx, name, target, copies)
  await copyBelow(tx, childOf[name], target, new Map(copies.map(({ old, id }) => [old, id])))
}

/**
 * Copies a node with all below it to the place after it. Copies have no client keys: those are unique in a course.
 * @throws ApiError `not_found`
 */
export async function duplicate<L extends LevelName>(
  sql: Sql,
  name: L,
  workspaceId: string,
  id: string,
): Promise<Row<L>> {
  if (!isId(id)) throw notFound(titles[name])
  return sql.transaction(async (tx) => {
    const course = await holdNode(tx, name, workspaceId, id)
    const [original] = await readByIds(tx, name, workspaceId, [id])
    if (!original) throw notFound(titles[name])
    const parent = (original as unknown as Record<string, string>)[levels[name].parentId]!
    const [place] = await tx.rows(statements[name].place, [workspaceId, parent, original.order + 1])
    const top: Copy = { old: original.id, id: newId(), parent, order: place!.spot }
    if ('name' in original) top.name = copyName(original.name)
    const target = { workspaceId, courseId: course.id, keepKeys: false }
    await copyRows(tx, name, target, [top])
    await copyBelow(tx, childOf[name], target, new Map([[original.id, top.id]]))
    const [copy] = await readByIds(tx, name, workspaceId, [top.id])
    return copy!
  })
}
