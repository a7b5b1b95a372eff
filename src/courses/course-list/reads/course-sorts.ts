/**
 * The order of a list of courses. `created` and `content_updated` put the newest course first. `_asc` and `_desc` name
 * the reverse order.
 */
export type CourseSort = 'created' | 'created_asc' | 'content_updated' | 'content_updated_asc' | 'name' | 'name_desc'

/**
 * The position of a course in a sorted list. `value` is the name or time by which the list is sorted. In a list sorted
 * by time of creation, `value` is undefined, because the id contains this time.
 */
export type CourseListPosition = { id: string; value?: string }

type SortKey = {
  columns: readonly string[]
  /** The SQL types of the parameters that contain a course position. */
  types: readonly string[]
  /**
   * The positions before and after all courses. A request without a position uses one of them as SQL parameters. If
   * `ends` is undefined, the SQL parameters of such a request are NULL.
   */
  ends?: readonly [lowest: CourseListPosition, highest: CourseListPosition]
}

const lowestId = '00000000-0000-0000-0000-000000000000'
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

// A UUIDv7 begins with the time of creation, so sorting courses by id sorts the courses by time of creation.
const createdSortKey: SortKey = { columns: ['c.id'], types: ['uuid'], ends: [{ id: lowestId }, { id: highestId }] }
const contentUpdatedSortKey: SortKey = {
  columns: ['c.content_updated_at', 'c.id'],
  types: ['timestamptz', 'uuid'],
  ends: [
    { id: lowestId, value: '-infinity' },
    { id: highestId, value: 'infinity' },
  ],
}
// Every PostgreSQL server with ICU has the collation `und-x-icu`, so course names have the same order everywhere.
const nameCollation = 'COLLATE "und-x-icu"'
const nameSortKey: SortKey = { columns: [`c.name ${nameCollation}`, 'c.id'], types: ['text', 'uuid'] }

/** The columns and the direction of each order of courses. Courses with the same time or name are sorted by id. */
const sorts = {
  created: { key: createdSortKey, order: 'DESC' },
  created_asc: { key: createdSortKey, order: 'ASC' },
  content_updated: { key: contentUpdatedSortKey, order: 'DESC' },
  content_updated_asc: { key: contentUpdatedSortKey, order: 'ASC' },
  name: { key: nameSortKey, order: 'ASC' },
  name_desc: { key: nameSortKey, order: 'DESC' },
} as const satisfies Record<CourseSort, { key: SortKey; order: 'ASC' | 'DESC' }>

const opposite = { ASC: 'DESC', DESC: 'ASC' } as const
const comparison = { ASC: '>', DESC: '<' } as const

/** Returns the SQL direction (ASC or DESC) if the courses are sorted by time of creation, and undefined otherwise. */
export const getCreationSortDirection = (sort: CourseSort) =>
  sorts[sort].key === createdSortKey ? sorts[sort].order : undefined

/** Returns the SQL that follows ORDER BY in a list of courses. With `isBackward`, the list is read from the end. */
export function makeCourseOrderBySql(sort: CourseSort, { isBackward = false } = {}): string {
  const { key, order } = sorts[sort]
  return key.columns.map((column) => `${column} ${isBackward ? opposite[order] : order}`).join(', ')
}

/**
 * Returns an SQL condition that selects the courses after or before a position, and how many SQL parameters it has.
 * @param first the number of the first SQL parameter, such as 3 for `$3`
 */
export function makeCoursePositionConditionSql(sort: CourseSort, side: 'after' | 'before', first: number) {
  const { key, order }: { key: SortKey; order: 'ASC' | 'DESC' } = sorts[sort]
  const parameters = key.types.map((type, index) => `$${first + index}::${type}`)
  const operator = comparison[side === 'after' ? order : opposite[order]]
  const beside = `(${key.columns.join(', ')}) ${operator} (${parameters.join(', ')})`
  const sql = key.ends ? beside : `(${parameters[0]} IS NULL OR ${beside})`
  return { sql, count: parameters.length }
}

/** Returns the SQL parameters for `makeCoursePositionConditionSql`. An undefined position selects all courses. */
export function makeCoursePositionParameters(
  sort: CourseSort,
  side: 'after' | 'before',
  position: CourseListPosition | undefined,
): (string | null)[] {
  const { key, order }: { key: SortKey; order: 'ASC' | 'DESC' } = sorts[sort]
  const isLowest = (side === 'after') === (order === 'ASC')
  const { id = null, value = null } = position ?? key.ends?.[isLowest ? 0 : 1] ?? {}
  return key.types.length === 1 ? [id] : [value, id]
}

type Sorted = { id: string; name: string; contentUpdatedAt: string | Date }

/**
 * Returns the position of a course: its id, and the name or time by which the list is sorted. In a list sorted by time
 * of creation, the id is enough, because it contains this time.
 */
export function getCourseListPosition(sort: CourseSort, { id, name, contentUpdatedAt }: Sorted): CourseListPosition {
  const { key }: { key: SortKey } = sorts[sort]
  if (key === createdSortKey) return { id }
  return { id, value: key === nameSortKey ? name : new Date(contentUpdatedAt).toISOString() }
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

/**
 * Returns whether a position from a cursor fits the order `sort`. For example, a list sorted by time of change needs a
 * time.
 */
export function isPositionValidForSort(sort: CourseSort, { value }: CourseListPosition): boolean {
  const { key }: { key: SortKey } = sorts[sort]
  if (key === createdSortKey) return value === undefined
  return value !== undefined && (key === nameSortKey || isTime(value))
}

/** Calls `make` with each order of courses. Returns an object with the orders as keys and the results as values. */
export const makeObjectByCourseSort = <T>(make: (sort: CourseSort) => T): Record<CourseSort, T> => ({
  created: make('created'),
  created_asc: make('created_asc'),
  content_updated: make('content_updated'),
  content_updated_asc: make('content_updated_asc'),
  name: make('name'),
  name_desc: make('name_desc'),
})
