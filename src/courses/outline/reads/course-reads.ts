import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { type CourseColumnSet, courseSelectListByColumnSet, mapEachCourseColumnSet } from '../course-columns.ts'
import type { CourseRow } from '../rows.ts'

const byIds = mapEachCourseColumnSet((columns) =>
  defineSqlStatement<CourseRow>(
    `courses_by_id_${columns}`,
    `SELECT ${courseSelectListByColumnSet[columns]} FROM courses c WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[])`,
  ),
)

export const makeCoursesByIdsStatement = (
  workspaceId: string,
  ids: readonly string[],
  columns: CourseColumnSet = 'complete',
): BoundSqlStatement<CourseRow> => [byIds[columns], [workspaceId, ids]]

export const readCoursesByIds = (
  sql: SqlRunner,
  workspaceId: string,
  ids: readonly string[],
  columns: CourseColumnSet = 'complete',
) => sql.rows(...makeCoursesByIdsStatement(workspaceId, ids, columns))
