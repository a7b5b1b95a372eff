/** The order of a list of courses. `created` and `content_updated` put the newest first, and `name` the letter A. */
export type CourseSort = 'created' | 'created_asc' | 'content_updated' | 'content_updated_asc' | 'name' | 'name_desc'

/**
 * The position of a course in a list. `value` is the value that the list is sorted by: a time or a name. Lists that are
 * sorted by time of creation need only the id.
 */
export type CoursePosition = { id: string; value?: string }

type SortKey = {
  columns: readonly string[]
  /** The SQL types of the parameters of a position. */
  types: readonly string[]
  /** A position before all courses and a position after all courses. Without these, a position can be NULL. */
  ends?: readonly [lowest: CoursePosition, highest: CoursePosition]
}

const lowestId = '00000000-0000-0000-0000-000000000000'
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

// A UUIDv7 contains the time of creation, so an order by id is an order by this time.
const created: SortKey = { columns: ['c.id'], types: ['uuid'], ends: [{ id: lowestId }, { id: highestId }] }
const contentUpdated: SortKey = {
  columns: ['c.content_updated_at', 'c.id'],
  types: ['timestamptz', 'uuid'],
  ends: [
    { id: lowestId, value: '-infinity' },
    { id: highestId, value: 'infinity' },
  ],
}
// This collation exists in every PostgreSQL with ICU. The order of names is then the same in each database.
const nameCollation = 'COLLATE "und-x-icu"'
const name: SortKey = { columns: [`c.name ${nameCollation}`, 'c.id'], types: ['text', 'uuid'] }

/** The key and direction of each order. The id decides between courses with the same time or name. */
const sorts = {
  created: { key: created, order: 'DESC' },
  created_asc: { key: created, order: 'ASC' },
  content_updated: { key: contentUpdated, order: 'DESC' },
  content_updated_asc: { key: contentUpdated, order: 'ASC' },
  name: { key: name, order: 'ASC' },
  name_desc: { key: name, order: 'DESC' },
} as const satisfies Record<CourseSort, { key: SortKey; order: 'ASC' | 'DESC' }>

const opposite = { ASC: 'DESC', DESC: 'ASC' } as const
const comparison = { ASC: '>', DESC: '<' } as const

/** The order of a list that is sorted by time of creation. The other lists are sorted by another column. */
export const getCreationTimeOrder = (sort: CourseSort) => (sorts[sort].key === created ? sorts[sort].order : undefined)

/** Returns the SQL after ORDER BY. With `isBackward`, the list is read from its end. */
export function courseOrderSql(sort: CourseSort, { isBackward = false } = {}): string {
  const { key, order } = sorts[sort]
  return key.columns.map((column) => `${column} ${isBackward ? opposite[order] : order}`).join(', ')
}

/**
 * Returns the SQL condition that a course comes after (or before) a position, and the number of its parameters.
 * `first` is the number of the first parameter.
 */
export function positionConditionSql(sort: CourseSort, side: 'after' | 'before', first: number) {
  const { key, order }: { key: SortKey; order: 'ASC' | 'DESC' } = sorts[sort]
  const parameters = key.types.map((type, index) => `$${first + index}::${type}`)
  const operator = comparison[side === 'after' ? order : opposite[order]]
  const beside = `(${key.columns.join(', ')}) ${operator} (${parameters.join(', ')})`
  const sql = key.ends ? beside : `(${parameters[0]} IS NULL OR ${beside})`
  return { sql, count: parameters.length }
}

/** Returns the parameters of `positionConditionSql`. Without a position, the condition holds for all courses. */
export function makePositionConditionParameters(
  sort: CourseSort,
  side: 'after' | 'before',
  position: CoursePosition | undefined,
): (string | null)[] {
  const { key, order }: { key: SortKey; order: 'ASC' | 'DESC' } = sorts[sort]
  const isLowest = (side === 'after') === (order === 'ASC')
  const { id = null, value = null } = position ?? key.ends?.[isLowest ? 0 : 1] ?? {}
  return key.types.length === 1 ? [id] : [value, id]
}

type Sorted = { id: string; name: string; contentUpdatedAt: string | Date }

/** Returns the position of a course in a list with this order. */
export function getCoursePosition(sort: CourseSort, { id, name: title, contentUpdatedAt }: Sorted): CoursePosition {
  const { key }: { key: SortKey } = sorts[sort]
  if (key === created) return { id }
  return { id, value: key === name ? title : new Date(contentUpdatedAt).toISOString() }
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

/** Whether a position from a request can be a position in a list with this order. */
export function isPositionInSortOrder(sort: CourseSort, { value }: CoursePosition): boolean {
  const { key }: { key: SortKey } = sorts[sort]
  if (key === created) return value === undefined
  return value !== undefined && (key === name || isTime(value))
}

/** Calls `make` for each order. */
export const mapCourseSorts = <T>(make: (sort: CourseSort) => T): Record<CourseSort, T> => ({
  created: make('created'),
  created_asc: make('created_asc'),
  content_updated: make('content_updated'),
  content_updated_asc: make('content_updated_asc'),
  name: make('name'),
  name_desc: make('name_desc'),
})
