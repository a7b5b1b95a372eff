import type { PagingArgs } from '../../operations/validation.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { columnWithAliasSql } from './levels.ts'
import type { CourseRow } from './rows.ts'

const own = courseRecordDefinition.columns.map((column) => `c.${columnWithAliasSql(column)}`).join(', ')

export const courseColumnsSql = `c.id, ${own}, c.status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.content_updated_at AS "contentUpdatedAt"`

const byIds = defineSqlStatement<CourseRow>(
  'courses_by_id',
  `SELECT ${courseColumnsSql} FROM courses c WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[])`,
)

export const coursesByIdsStatement = (workspaceId: string, ids: readonly string[]): BoundSqlStatement<CourseRow> => [
  byIds,
  [workspaceId, ids],
]

export const readCoursesByIds = (sql: SqlRunner, workspaceId: string, ids: readonly string[]) =>
  sql.rows(...coursesByIdsStatement(workspaceId, ids))

/** Whether a list has only published courses, only drafts, or all courses. */
export type CourseFilter = { published?: boolean | null }

export const statusFilterParameters = (filter: CourseFilter) =>
  filter.published == null ? [] : [filter.published ? 'published' : 'draft']
export const getCourseFilterName = (filter: CourseFilter) => (filter.published == null ? 'all' : 'by_status')

// Each filter of courses has its own SQL statement, so that PostgreSQL can use a different index for each filter.
export const courseConditionSqlByFilterName = {
  all: 'c.workspace_id = $1',
  by_status: 'c.workspace_id = $1 AND c.status = $2',
}

/**
 * Returns SQL for the id of the first course of a page. PostgreSQL counts index entries from the nearer end of the
 * list, and reads the table only for the courses of the page.
 */
const firstIdOfPage = (where: string, skipped: string) => `CASE
  WHEN ${skipped} <= (SELECT total FROM list) / 2
    THEN (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id DESC LIMIT 1 OFFSET ${skipped})
  WHEN ${skipped} < (SELECT total FROM list)
    THEN (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id LIMIT 1 OFFSET (SELECT total FROM list) - 1 - ${skipped})
  END`

/** The order of a list of courses: newest first, or last changed first. */
export type CourseSort = 'created' | 'content_updated'

// PostgreSQL sorts by `content_updated_at` without an index, because every write of a block would update the index.
const pageSelects = {
  created: (where: string, limit: string, skipped: string) =>
    `c.id <= ${firstIdOfPage(where, skipped)} ORDER BY c.id DESC LIMIT ${limit}`,
  content_updated: (_where: string, limit: string, skipped: string) =>
    `true ORDER BY c.content_updated_at DESC, c.id DESC LIMIT ${limit} OFFSET ${skipped}`,
}

/**
 * Makes the SQL statement that reads one page of courses and the total. The statement always returns a row, so that a
 * page after the last page also has the total. Triggers in `prisma/sql/course_tallies.sql` maintain the total.
 */
function pageOf(name: keyof typeof courseConditionSqlByFilterName, sort: CourseSort, first: number) {
  const where = courseConditionSqlByFilterName[name]
  return defineSqlStatement<CourseRow & { total: number }>(
    `courses_page_${name}_${sort}`,
    `WITH list AS (SELECT coalesce(sum(c.courses), 0)::int AS total FROM course_tallies c WHERE ${where})
     SELECT list.total, page.* FROM list LEFT JOIN LATERAL (
       SELECT ${courseColumnsSql} FROM courses c WHERE ${where} AND ${pageSelects[sort](where, `$${first}`, `$${first + 1}::bigint`)}
     ) page ON true`,
  )
}
const pages = {
  created: { all: pageOf('all', 'created', 2), by_status: pageOf('by_status', 'created', 3) },
  content_updated: { all: pageOf('all', 'content_updated', 2), by_status: pageOf('by_status', 'content_updated', 3) },
}

const addUp = defineSqlStatement<never>(
  'course_tallies_add_up',
  `SELECT course_tallies_add_up(t.workspace_id) FROM (
     SELECT c.workspace_id FROM course_tallies c GROUP BY c.workspace_id HAVING count(*) > 20 LIMIT 100
   ) t`,
  { acrossWorkspaces: true },
)

/** Replaces the rows of a workspace in `course_tallies` with one sum, if the workspace has more than 20 rows. */
export const mergeCourseTallies = (sql: SqlRunner) => sql.rows(addUp, [])

/** Reads one page of a workspace's courses, and the total number of courses that match the filter. */
export async function readCoursePage(
  sql: SqlRunner,
  workspaceId: string,
  filter: CourseFilter,
  { page, perPage }: PagingArgs,
  sort: CourseSort = 'created',
) {
  const skipped = (page - 1) * perPage
  const found = await sql.rows(pages[sort][getCourseFilterName(filter)], [
    workspaceId,
    ...statusFilterParameters(filter),
    perPage,
    skipped,
  ])
  return { items: found.filter((row) => row.id !== null), total: found[0]?.total ?? 0 }
}
