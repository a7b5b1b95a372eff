import { type BindValue, defineSqlComposer } from '../../../platform/db/composed-statements.ts'
import { type ListPage, makeListPage, makePageSql, type Slice } from '../../../platform/db/pages.ts'
import type { SqlRunner } from '../../../platform/db/statement.ts'
import { type CourseColumnSet, courseSelectListByColumnSet } from '../../outline/course-columns.ts'
import type { CourseRow } from '../../outline/rows.ts'
import { type CourseFilter, composeCourseFilterSql, sampleCourseFilters } from './course-filters.ts'
import {
  type CourseListPosition,
  type CourseSort,
  composeCoursePositionSql,
  courseSorts,
  getCreationSortDirection,
  makeCourseOrderBySql,
} from './course-sorts.ts'

/** A list of courses: the filters, the order, and the columns of a course that it has (default: all). */
export type CourseList = { workspaceId: string; filter: CourseFilter; sort: CourseSort; columns?: CourseColumnSet }

/** The courses of a list to read: at most `limit` courses between the positions `after` and `before`. */
type Range = {
  /** Reads only courses after this position. Default: the start of the list. */
  after?: CourseListPosition | undefined
  /** Reads only courses before this position. Default: the end of the list. */
  before?: CourseListPosition | undefined
  limit: number
  /** Whether the last courses of the range are read, in reverse order. */
  isBackward?: boolean
}

type Read = CourseList & (Slice | Range) & { hasTotal: boolean }

/** Whether triggers store the number of the courses that a filter selects (`prisma/sql/course_tallies.sql`). */
const hasStoredCount = ({ published: _published, status: _status, ...others }: CourseFilter) =>
  Object.values(others).every((value) => value == null)

/**
 * Returns whether PostgreSQL finds a page of courses without counting or sorting all matching courses. The read then
 * takes about a millisecond.
 */
export const isFastCourseList = ({ filter, sort }: Pick<CourseList, 'filter' | 'sort'>): boolean =>
  hasStoredCount(filter) && getCreationSortDirection(sort) !== undefined

/**
 * Returns SQL for the id of the first course after `skipped` courses. PostgreSQL reads an index up to this course,
 * starting at the nearer end of the list.
 */
const firstIdOfPage = (where: string, skipped: string, order: 'ASC' | 'DESC') => `CASE
  WHEN ${skipped} <= (SELECT total FROM list) / 2
    THEN (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id ${order} LIMIT 1 OFFSET ${skipped})
  WHEN ${skipped} < (SELECT total FROM list)
    THEN (SELECT c.id FROM courses c WHERE ${where} ORDER BY c.id ${order === 'ASC' ? 'DESC' : 'ASC'} LIMIT 1 OFFSET (SELECT total FROM list) - 1 - ${skipped})
  END`

/** Returns the SQL condition for the start of the courses to read, and the SQL after their LIMIT. */
function composeStart(read: Read, where: string, bind: BindValue): { conditions: string[]; offset: string } {
  const { sort } = read
  if (!('offset' in read)) {
    const sides = (['after', 'before'] as const).flatMap((side) => {
      const position = read[side]
      return position ? [composeCoursePositionSql(sort, side, position, bind)] : []
    })
    return { conditions: sides, offset: '' }
  }
  const skipped = `${bind(read.offset)}::bigint`
  const order = getCreationSortDirection(sort)
  // With this OFFSET, PostgreSQL also reads all courses of the earlier pages, which is slower than `firstIdOfPage`.
  // `content_updated_at` has no index, because every write of a block would have to update the index.
  if (!order || !isFastCourseList(read)) return { conditions: [], offset: ` OFFSET ${skipped}` }
  return { conditions: [`c.id ${order === 'ASC' ? '>=' : '<='} ${firstIdOfPage(where, skipped, order)}`], offset: '' }
}

function composeCourseList(read: Read, bind: BindValue): string {
  const { workspaceId, filter, sort, columns = 'complete', limit, hasTotal } = read
  const where = `c.workspace_id = ${bind(workspaceId)} AND ${composeCourseFilterSql(filter, bind)}`
  const { conditions, offset } = composeStart(read, where, bind)
  const order = makeCourseOrderBySql(sort, 'isBackward' in read ? read : {})
  const courses = `SELECT ${courseSelectListByColumnSet[columns]} FROM courses c
     WHERE ${[where, ...conditions].join(' AND ')} ORDER BY ${order} LIMIT ${bind(limit)}${offset}`
  if (!hasTotal) return courses
  const [count, table] = hasStoredCount(filter)
    ? ['coalesce(sum(c.courses), 0)', 'course_tallies']
    : ['count(*)', 'courses']
  return makePageSql(`SELECT ${count}::int AS total FROM ${table} c WHERE ${where}`, courses)
}

function listSamples(): Read[] {
  const position = { id: '00000000-0000-0000-0000-000000000000', value: '-infinity' }
  const parts: ((Slice | Range) & { hasTotal: boolean; columns?: CourseColumnSet })[] = [
    { limit: 1, offset: 0, hasTotal: true },
    { limit: 1, offset: 0, hasTotal: true, columns: 'lean' },
    { limit: 1, after: position, hasTotal: true },
    { limit: 1, hasTotal: false },
    { limit: 1, after: position, before: position, isBackward: true, hasTotal: false },
  ]
  return courseSorts.flatMap((sort) =>
    sampleCourseFilters.flatMap((filter) => parts.map((part) => ({ workspaceId: '', filter, sort, ...part }))),
  )
}

const readOf = defineSqlComposer<Read, CourseRow & { total: number }>('course_list', composeCourseList, listSamples)

/** Reads the courses between two positions of a list, for a Relay connection. */
export const readCoursesInRange = (sql: SqlRunner, list: CourseList, range: Range): Promise<CourseRow[]> =>
  sql.rows(...readOf({ ...list, ...range, hasTotal: false }))

/** A page of courses. `hasNext` is true if more courses follow. */
export type CoursePage = ListPage<CourseRow> & { hasNext: boolean }

/** Reads the page of a list of courses that begins after a number of courses, or after a position. */
export async function readCoursePage(
  sql: Pick<SqlRunner, 'rows'>,
  list: CourseList,
  part: Slice | { limit: number; after: CourseListPosition },
): Promise<CoursePage> {
  const { limit } = part
  if ('offset' in part) {
    const page = makeListPage(await sql.rows(...readOf({ ...list, ...part, hasTotal: true })))
    return { ...page, hasNext: page.items.length > 0 && part.offset + page.items.length < page.total }
  }
  // If a page starts at a position, the total does not show whether more courses follow the page.
  // So the SQL statement also reads one course beyond the page.
  const { items, total } = makeListPage(
    await sql.rows(...readOf({ ...list, ...part, limit: limit + 1, hasTotal: true })),
  )
  return { items: items.slice(0, limit), total, hasNext: items.length > limit }
}
