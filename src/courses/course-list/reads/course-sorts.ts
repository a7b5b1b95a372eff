import type { BindValue } from '../../../platform/db/composed-statements.ts'

/**
 * The position of a course in a sorted list. `value` is the name or time by which the list is sorted. In a list sorted
 * by time of creation, `value` is undefined, because the id contains this time.
 */
export type CourseListPosition = { id: string; value?: string }

/** The column and the SQL type of `value` in a position. */
type SortKey = { column: string; type: string }

const contentUpdated: SortKey = { column: 'c.content_updated_at', type: 'timestamptz' }
// Every PostgreSQL server with ICU has the collation `und-x-icu`, so course names have the same order everywhere.
const name: SortKey = { column: 'c.name COLLATE "und-x-icu"', type: 'text' }

/**
 * The key and the direction of each order of courses. Courses with the same key are sorted by id. A UUIDv7 begins with
 * the time of creation, so an order without a key sorts the courses by time of creation.
 */
const sorts = {
  created: { order: 'DESC' },
  created_asc: { order: 'ASC' },
  content_updated: { key: contentUpdated, order: 'DESC' },
  content_updated_asc: { key: contentUpdated, order: 'ASC' },
  name: { key: name, order: 'ASC' },
  name_desc: { key: name, order: 'DESC' },
} as const satisfies Record<string, { key?: SortKey; order: 'ASC' | 'DESC' }>

/**
 * The order of a list of courses. `created` and `content_updated` put the newest course first. `_asc` and `_desc` name
 * the reverse order.
 */
export type CourseSort = keyof typeof sorts
export const courseSorts = Object.keys(sorts) as CourseSort[]

const sortOf = (sort: CourseSort): { key?: SortKey; order: 'ASC' | 'DESC' } => sorts[sort]
const opposite = { ASC: 'DESC', DESC: 'ASC' } as const
const comparison = { ASC: '>', DESC: '<' } as const

/** Returns the SQL direction (ASC or DESC) if the courses are sorted by time of creation, and undefined otherwise. */
export function getCreationSortDirection(sort: CourseSort) {
  const { key, order } = sortOf(sort)
  return key ? undefined : order
}

/** Returns the SQL that follows ORDER BY in a list of courses. With `isBackward`, the list is read from the end. */
export function makeCourseOrderBySql(sort: CourseSort, { isBackward = false } = {}): string {
  const { key, order } = sortOf(sort)
  const direction = isBackward ? opposite[order] : order
  return [...(key ? [key.column] : []), 'c.id'].map((column) => `${column} ${direction}`).join(', ')
}

/** Returns the SQL condition for the courses after or before a position. */
export function composeCoursePositionSql(
  sort: CourseSort,
  side: 'after' | 'before',
  { id, value }: CourseListPosition,
  bind: BindValue,
): string {
  const { key, order } = sortOf(sort)
  const operator = comparison[side === 'after' ? order : opposite[order]]
  if (!key) return `c.id ${operator} ${bind(id)}::uuid`
  return `(${key.column}, c.id) ${operator} (${bind(value)}::${key.type}, ${bind(id)}::uuid)`
}

type Sorted = { id: string; name: string; contentUpdatedAt: string | Date }

/**
 * Returns the position of a course: its id, and the name or time by which the list is sorted. In a list sorted by time
 * of creation, the id is enough, because it contains this time.
 */
export function getCourseListPosition(sort: CourseSort, course: Sorted): CourseListPosition {
  const { key } = sortOf(sort)
  if (!key) return { id: course.id }
  return { id: course.id, value: key === name ? course.name : new Date(course.contentUpdatedAt).toISOString() }
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

/**
 * Returns whether a position from a cursor fits the order `sort`. For example, a list sorted by time of change needs a
 * time.
 */
export function isPositionValidForSort(sort: CourseSort, { value }: CourseListPosition): boolean {
  const { key } = sortOf(sort)
  if (!key) return value === undefined
  return value !== undefined && (key === name || isTime(value))
}
