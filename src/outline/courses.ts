import type { Paging } from '../checks.ts'
import { type Ask, type Queries, statement } from '../db/sql.ts'
import type { CourseRow } from './rows.ts'

export const courseColumns = `c.id, c.name, c.description, c.language, c.difficulty, c.status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt"`

const byIds = statement<CourseRow>(
  'courses_by_id',
  `SELECT ${courseColumns} FROM courses c WHERE c.id = ANY($2::uuid[]) AND c.workspace_id = $1`,
)

export const coursesById = (workspaceId: string, ids: readonly string[]): Ask<CourseRow> => [byIds, [workspaceId, ids]]

export const readCourses = (sql: Queries, workspaceId: string, ids: readonly string[]) =>
  sql.rows(...coursesById(workspaceId, ids))

/** `published` as the list filter has it: only published, only others, or all. */
export type CourseFilter = { published?: boolean | null }

const statuses = (filter: CourseFilter) => (filter.published == null ? [] : [filter.published ? 'published' : 'draft'])
const filtered = (filter: CourseFilter) => (filter.published == null ? 'all' : 'by_status')

// A statement for each set of conditions, so that each is planned with the index that serves it.
const wheres = { all: 'c.workspace_id = $1', by_status: 'c.workspace_id = $1 AND c.status = $2' }

// Where a page begins is found by walking identifiers in the index, from the end of the list that is nearer; no course is
// read that the page does not give.
const beginning = (where: string, skipped: string) => `CASE
  WHEN ${skipped} <= (SELECT total FROM whole) / 2
    THEN (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id DESC LIMIT 1 OFFSET ${skipped})
  WHEN ${skipped} < (SELECT total FROM whole)
    THEN (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id LIMIT 1 OFFSET (SELECT total FROM whole) - 1 - ${skipped})
  END`

// One row at least, so that the number of all is known past the last page too. It is kept by triggers: see course_tallies.
function pageOf(name: keyof typeof wheres, first: number) {
  const where = wheres[name]
  return statement<CourseRow & { total: number }>(
    `courses_page_${name}`,
    `WITH whole AS (SELECT coalesce(sum(c.courses), 0)::int AS total FROM course_tallies c WHERE ${where})
     SELECT whole.total, page.* FROM whole LEFT JOIN LATERAL (
       SELECT ${courseColumns} FROM courses c WHERE ${where} AND c.id <= ${beginning(where, `$${first + 1}::bigint`)}
       ORDER BY c.id DESC LIMIT $${first}
     ) page ON true`,
  )
}
const pages = { all: pageOf('all', 2), by_status: pageOf('by_status', 3) }

const addUp = statement<never>(
  'course_tallies_add_up',
  `SELECT course_tallies_add_up(t.workspace_id) FROM (
     SELECT workspace_id FROM course_tallies GROUP BY workspace_id HAVING count(*) > 20 LIMIT 100
   ) t`,
)

/** Adds up the tallies of workspaces where many have come together. */
export const addUpTallies = (sql: Queries) => sql.rows(addUp, [])

/** One page of a workspace's courses, newest first, with the number of all that match. */
export async function readCoursePage(
  sql: Queries,
  workspaceId: string,
  filter: CourseFilter,
  { page, perPage }: Paging,
) {
  const skipped = (page - 1) * perPage
  const found = await sql.rows(pages[filtered(filter)], [workspaceId, ...statuses(filter), perPage, skipped])
  return { items: found.filter((row) => row.id !== null), total: found[0]?.total ?? 0 }
}

const directions = { newest: 'DESC', oldest: 'ASC' } as const

type Slice = { after?: string; before?: string; limit: number; direction: keyof typeof directions }

function sliceOf(name: keyof typeof wheres, direction: keyof typeof directions, first: number) {
  return statement<CourseRow>(
    `courses_slice_${name}_${direction}`,
    `SELECT ${courseColumns} FROM courses c WHERE ${wheres[name]} AND c.id < $${first}::uuid AND c.id > $${first + 1}::uuid
     ORDER BY c.id ${directions[direction]} LIMIT $${first + 2}`,
  )
}
const slices = {
  all: { newest: sliceOf('all', 'newest', 2), oldest: sliceOf('all', 'oldest', 2) },
  by_status: { newest: sliceOf('by_status', 'newest', 3), oldest: sliceOf('by_status', 'oldest', 3) },
}

const lowest = '00000000-0000-0000-0000-000000000000'
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The courses between two cursors of a list that is newest first: `after` is newer than what comes. */
export const readCourseSlice = (sql: Queries, workspaceId: string, filter: CourseFilter, slice: Slice) =>
  sql.rows(slices[filtered(filter)][slice.direction], [
    workspaceId,
    ...statuses(filter),
    slice.after ?? highest,
    slice.before ?? lowest,
    slice.limit,
  ])
