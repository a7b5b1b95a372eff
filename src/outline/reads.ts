import type { Paging } from '../checks.ts'
import { type Queries, statement } from '../db/sql.ts'
import { columnsOf, type Level, type LevelName, levels } from './levels.ts'
import type { Row } from './rows.ts'

type HeldRow = { lessonId: string; type: string; count: number }
const blockTypes = statement<HeldRow>(
  'block_types_by_course',
  `SELECT t.lesson_id AS "lessonId", t.type, count(*)::int AS count FROM blocks t
   WHERE t.course_id = $2 AND t.workspace_id = $1 GROUP BY t.lesson_id, t.type ORDER BY t.lesson_id, min(t."order")`,
)

/** How many blocks of each type the lessons of a course hold, in the order in which the types first come. */
export const readBlockTypes = (sql: Queries, workspaceId: string, courseId: string) =>
  sql.rows(blockTypes, [workspaceId, courseId])

function statementsOf<L extends LevelName>(name: L) {
  const level: Level = levels[name]
  const columns = columnsOf(level, 't')
  const select = `SELECT ${columns} FROM ${level.table} t WHERE`
  return {
    byId: statement<Row<L>>(`${level.table}_by_id`, `${select} t.id = ANY($2::uuid[]) AND t.workspace_id = $1`),
    byParent: statement<Row<L>>(
      `${level.table}_by_parent`,
      `${select} t.${level.parentColumn} = ANY($2::uuid[]) AND t.workspace_id = $1 ORDER BY t."order"`,
    ),
    // One row at least where the parent exists, so that an empty list and a missing parent differ in one statement.
    page: statement<Row<L> & { total: number }>(
      `${level.table}_page`,
      `SELECT p.total, child.* FROM (
         SELECT p.id, (SELECT count(*)::int FROM ${level.table} n WHERE n.${level.parentColumn} = p.id) AS total
         FROM ${level.parentTable} p WHERE p.id = $2 AND p.workspace_id = $1
       ) p LEFT JOIN LATERAL (
         ${select} t.${level.parentColumn} = p.id AND t.workspace_id = $1 ORDER BY t."order" LIMIT $3 OFFSET $4
       ) child ON true`,
    ),
  }
}

type Statements = { [L in LevelName]: ReturnType<typeof statementsOf<L>> }
const statements: Statements = {
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}

export const readByIds = <L extends LevelName>(sql: Queries, name: L, workspaceId: string, ids: readonly string[]) =>
  sql.rows(statements[name].byId, [workspaceId, ids])

/** The children of several parents, each parent's in order. */
export const readChildren = <L extends LevelName>(
  sql: Queries,
  name: L,
  workspaceId: string,
  parents: readonly string[],
) => sql.rows(statements[name].byParent, [workspaceId, parents])

/** One page of a parent's children with their number, or undefined where the parent is not in the workspace. */
export async function readChildPage<L extends LevelName>(
  sql: Queries,
  name: L,
  workspaceId: string,
  parentId: string,
  { page, perPage }: Paging,
): Promise<{ items: Row<L>[]; total: number } | undefined> {
  const found = await sql.rows(statements[name].page, [workspaceId, parentId, perPage, (page - 1) * perPage])
  const [first] = found
  if (!first) return undefined
  return { items: found.filter((row) => row.id !== null), total: first.total }
}

/** The rows in the order of the ids that were asked for, in capitals or not; undefined where there is none. */
export function inOrder<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): (T | undefined)[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id.toLowerCase()))
}
