import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import {
  type CourseFilter,
  type CourseSort,
  courseColumnsSql,
  courseConditionSqlByFilterName,
  getCourseFilterName,
  statusFilterParameters,
} from './course-tallies.ts'
import type { CourseRow } from './rows.ts'

/**
 * The sort key of a course, which marks where a slice of a list begins or ends. A list sorted by last change also needs
 * `contentUpdatedAt`: when the course or its content last changed.
 */
export type CoursePosition = { id: string; contentUpdatedAt?: string }

type Slice = { after?: CoursePosition; before?: CoursePosition; limit: number; direction: keyof typeof directions }

// A list of courses begins with the newest course. For Relay's argument `last`, the list is read from its end.
const directions = { forward: 'DESC', backward: 'ASC' } as const

const lowest: Required<CoursePosition> = { contentUpdatedAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
const highest: Required<CoursePosition> = { contentUpdatedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

const keys = {
  created: {
    columns: ['c.id'],
    types: ['uuid'],
    values: ({ id }: CoursePosition) => [id],
  },
  content_updated: {
    columns: ['c.content_updated_at', 'c.id'],
    types: ['timestamptz', 'uuid'],
    values: ({ id, contentUpdatedAt }: CoursePosition) => [contentUpdatedAt, id],
  },
}

function sliceOf(
  name: keyof typeof courseConditionSqlByFilterName,
  sort: CourseSort,
  direction: keyof typeof directions,
) {
  const { columns, types } = keys[sort]
  let last = name === 'all' ? 1 : 2
  const position = () => `(${types.map((type) => `$${++last}::${type}`).join(', ')})`
  const order = columns.map((column) => `${column} ${directions[direction]}`).join(', ')
  return defineSqlStatement<CourseRow>(
    `courses_slice_${name}_${sort}_${direction}`,
    `SELECT ${courseColumnsSql} FROM courses c
     WHERE ${courseConditionSqlByFilterName[name]} AND (${columns.join(', ')}) < ${position()} AND (${columns.join(', ')}) > ${position()}
     ORDER BY ${order} LIMIT $${++last}`,
  )
}

const bothDirections = (name: keyof typeof courseConditionSqlByFilterName, sort: CourseSort) => ({
  forward: sliceOf(name, sort, 'forward'),
  backward: sliceOf(name, sort, 'backward'),
})
const slices = {
  created: { all: bothDirections('all', 'created'), by_status: bothDirections('by_status', 'created') },
  content_updated: {
    all: bothDirections('all', 'content_updated'),
    by_status: bothDirections('by_status', 'content_updated'),
  },
}

/** Reads the courses between two positions of a list: after `after` and before `before`. */
export function readCourseSlice(
  sql: SqlRunner,
  workspaceId: string,
  filter: CourseFilter,
  { after = highest, before = lowest, limit, direction }: Slice,
  sort: CourseSort = 'created',
) {
  const { values } = keys[sort]
  const positions = [...values(after), ...values(before)]
  return sql.rows(slices[sort][getCourseFilterName(filter)][direction], [
    workspaceId,
    ...statusFilterParameters(filter),
    ...positions,
    limit,
  ])
}
