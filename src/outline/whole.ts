import { type Queries, statement } from '../db/sql.ts'
import { type Level, type LevelName, levels } from './levels.ts'

/** A node as one of a whole tree's statements takes it: its place and the author's fields. */
export type Placing = { id: string; parent: string; key: string | null; order: number } & Record<
  string,
  string | number | null
>

/** A node as it stands, with a digest for a block's content. */
export type StandingRow = { id: string; parentId: string; key: string | null; order: number } & Record<
  string,
  string | number | null
>

const recordOf = ({ fields }: Level) =>
  `(id uuid, parent uuid, key text, "order" int, ${fields.map((field) => `${field} text`).join(', ')})`
const typed = (field: string, source: string) =>
  field === 'content' ? `${source}.content::json` : `${source}.${field}`

// A set of rows is one JSON parameter, so that the number of statements does not grow with the tree.
function statementsOf(level: Level) {
  const { table, parentColumn, fields } = level
  const inCourse = parentColumn === 'course_id'
  const digests = fields.map((field) => (field === 'content' ? 'md5(t.content::text) AS content' : `t.${field}`))
  const columns = ['id', 'workspace_id', 'course_id', ...(inCourse ? [] : [parentColumn]), 'key', '"order"', ...fields]
  const values = [
    'n.id',
    '$1',
    '$2',
    ...(inCourse ? [] : ['n.parent']),
    'n.key',
    'n."order"',
    ...fields.map((field) => typed(field, 'n')),
  ]
  const set = fields.map(
    (field) => `${field} = ${field === 'content' ? 'coalesce(n.content::json, t.content)' : `n.${field}`}`,
  )
  return {
    standing: statement<StandingRow>(
      `${table}_standing`,
      `SELECT t.id, t.${parentColumn} AS "parentId", t.key, t."order", ${digests.join(', ')} FROM ${table} t
       WHERE t.course_id = $2 AND t.workspace_id = $1 ORDER BY t."order"`,
    ),
    insert: statement<never>(
      `${table}_insert_all`,
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_to_recordset($3::json) AS n ${recordOf(level)}`,
    ),
    // By id alone: with the course beside it, the planner of a table it knows nothing of yet joins in n² steps.
    update: statement<never>(
      `${table}_update_all`,
      `UPDATE ${table} t SET ${inCourse ? '' : `${parentColumn} = n.parent, `}key = n.key, "order" = n."order", ${set.join(', ')},
         version = t.version + 1, updated_at = now()
       FROM json_to_recordset($2::json) AS n ${recordOf(level)} WHERE t.id = n.id AND t.workspace_id = $1`,
    ),
    remove: statement<never>(
      `${table}_remove_all`,
      `DELETE FROM ${table} t WHERE t.id = ANY($2::uuid[]) AND t.workspace_id = $1`,
    ),
  }
}

const statements = {
  module: statementsOf(levels.module),
  lesson: statementsOf(levels.lesson),
  block: statementsOf(levels.block),
}

/** Every node of one level of a course, in order within its parent. */
export const readStanding = (tx: Queries, name: LevelName, workspaceId: string, courseId: string) =>
  tx.rows(statements[name].standing, [workspaceId, courseId])

/** What a tree call writes, level by level. */
export type Writes = Record<LevelName, { insert: Placing[]; update: Placing[]; remove: string[] }>

/** Writes whole sets: parents before children, and deletes last, so that what moves away is not deleted with its parent. */
export async function writeAll(tx: Queries, workspaceId: string, courseId: string, writes: Writes): Promise<void> {
  const topDown: LevelName[] = ['module', 'lesson', 'block']
  for (const name of topDown) {
    const { insert, update } = writes[name]
    if (insert.length > 0) await tx.rows(statements[name].insert, [workspaceId, courseId, JSON.stringify(insert)])
    if (update.length > 0) await tx.rows(statements[name].update, [workspaceId, JSON.stringify(update)])
  }
  for (const name of topDown.toReversed()) {
    const { remove } = writes[name]
    if (remove.length > 0) await tx.rows(statements[name].remove, [workspaceId, remove])
  }
}
