import { type ListPage, makeListPage, makePageSql, type Slice } from '../../../platform/db/pages.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, makeCompleteLevelSelectListSql } from '../levels.ts'
import type { TreeNodeRow } from '../rows.ts'
import { assertNotTooManyRecordsToRead, maxCourseRecords } from '../rules/course-size.ts'

type BlockTypeRow = { lessonId: string; type: string; count: number }
const blockTypes = defineSqlStatement<BlockTypeRow>(
  'block_types_by_course',
  `SELECT t.lesson_id AS "lessonId", t.type, count(*)::int AS count FROM blocks t
   WHERE t.workspace_id = $1 AND t.course_id = $2 GROUP BY t.lesson_id, t.type ORDER BY t.lesson_id, min(t."order")`,
)

/**
 * Counts the blocks of each type in each lesson of a course. The types of a lesson are sorted by the position of their
 * first block.
 */
export const countBlockTypesByLesson = (sql: SqlRunner, workspaceId: string, courseId: string) =>
  sql.rows(blockTypes, [workspaceId, courseId])

function statementsOf<L extends LevelName>(name: L) {
  const level: LevelDefinition = levelDefinitions[name]
  const columns = makeCompleteLevelSelectListSql(level, 't')
  const select = `SELECT ${columns} FROM ${level.table} t WHERE`
  return {
    byId: defineSqlStatement<TreeNodeRow<L>>(
      `${level.table}_by_id`,
      `${select} t.workspace_id = $1 AND t.id = ANY($2::uuid[])`,
    ),
    byParent: defineSqlStatement<TreeNodeRow<L>>(
      `${level.table}_by_parent`,
      `${select} t.workspace_id = $1 AND t.${level.parentColumn} = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3`,
    ),
    page: defineSqlStatement<TreeNodeRow<L> & { total: number }>(
      `${level.table}_page`,
      makePageSql(
        `SELECT (SELECT count(*)::int FROM ${level.table} n
           WHERE n.workspace_id = $1 AND n.${level.parentColumn} = p.id) AS total
         FROM ${level.parentTable} p WHERE p.workspace_id = $1 AND p.id = $2`,
        `${select} t.workspace_id = $1 AND t.${level.parentColumn} = $2 ORDER BY t."order" LIMIT $3 OFFSET $4`,
      ),
    ),
  }
}

type Statements = { [L in LevelName]: ReturnType<typeof statementsOf<L>> }
const statements: Statements = {
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}

export const makeTreeNodesByIdsStatement = <L extends LevelName>(
  name: L,
  workspaceId: string,
  ids: readonly string[],
): BoundSqlStatement<TreeNodeRow<L>> => [statements[name].byId, [workspaceId, ids]]

export const readTreeNodesByIds = <L extends LevelName>(
  sql: SqlRunner,
  name: L,
  workspaceId: string,
  ids: readonly string[],
) => sql.rows(...makeTreeNodesByIdsStatement(name, workspaceId, ids))

export const makeChildrenOfParentsStatement = <L extends LevelName>(
  name: L,
  workspaceId: string,
  parents: readonly string[],
): BoundSqlStatement<TreeNodeRow<L>> => [statements[name].byParent, [workspaceId, parents, maxCourseRecords + 1]]

/**
 * Reads the children of several parents, sorted by position.
 * @throws ApiError `invalid_request` for more than 50,000 children
 */
export async function readChildrenOfParents<L extends LevelName>(
  sql: SqlRunner,
  name: L,
  workspaceId: string,
  parents: readonly string[],
): Promise<TreeNodeRow<L>[]> {
  const rows = await sql.rows(...makeChildrenOfParentsStatement(name, workspaceId, parents))
  assertNotTooManyRecordsToRead(rows.length)
  return rows
}

/** Reads one page of a parent's children and the number of all children. Returns undefined for an unknown parent. */
export async function readPageOfChildren<L extends LevelName>(
  sql: SqlRunner,
  name: L,
  workspaceId: string,
  parentId: string,
  { limit, offset }: Slice,
): Promise<ListPage<TreeNodeRow<L>> | undefined> {
  const rows = isUuid(parentId) ? await sql.rows(statements[name].page, [workspaceId, parentId, limit, offset]) : []
  return rows.length > 0 ? makeListPage(rows) : undefined
}

/**
 * Returns the row of each id, in the order of the ids. For an id without a row, the element is undefined. The ids can
 * have upper-case letters.
 */
export function sortByIds<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): (T | undefined)[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id.toLowerCase()))
}
