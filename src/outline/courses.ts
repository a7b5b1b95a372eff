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

// A page far down walks over identifiers in the index, and reads no course that it does not give: one by one, since a plan
// for any page takes the slice for a tenth of the table, and would read all of that for a join.
const ways = {
  near: (where: string, slice: string) =>
    `SELECT ${courseColumns} FROM courses c WHERE ${where} ORDER BY c.id DESC ${slice}`,
  far: (where: string, slice: string) =>
    `SELECT ${courseColumns} FROM (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id DESC ${slice}) found
     CROSS JOIN LATERAL (SELECT * FROM courses t WHERE t.id = found.id LIMIT 1) c ORDER BY found.id DESC`,
}
const farRows = 500

// One row at least, so that the number of all is known past the last page too. It is kept by triggers: see course_tallies.
const pageOf = (name: keyof typeof wheres, way: keyof typeof ways, first: number) =>
  statement<CourseRow & { total: number }>(
    `courses_page_${name}_${way}`,
    `SELECT whole.total, page.* FROM (
       SELECT coalesce(sum(c.courses), 0)::int AS total FROM course_tallies c WHERE ${wheres[name]}
     ) whole LEFT JOIN LATERAL (${ways[way](wheres[name], `LIMIT $${first} OFFSET $${first + 1}`)}) page ON true`,
  )

const pages = {
  all: { near: pageOf('all', 'near', 2), far: pageOf('all', 'far', 2) },
  by_status: { near: pageOf('by_status', 'near', 3), far: pageOf('by_status', 'far', 3) },
}

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
  const way = skipped > farRows ? 'far' : 'near'
  const found = await sql.rows(pages[filtered(filter)][way], [workspaceId, ...statuses(filter), perPage, skipped])
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
