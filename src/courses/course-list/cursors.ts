import { makeInvalidRequestError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { CourseRow } from '../outline/rows.ts'
import {
  type CourseListPosition,
  type CourseSort,
  getCourseListPosition,
  isPositionValidForSort,
} from './reads/course-sorts.ts'

/**
 * The maximum length of a cursor, in characters. The longest cursors contain a name of 1,020 UTF-16 code units, which are
 * up to 3,060 bytes of UTF-8.
 */
export const maxCursorChars = 5000

const encode = (parts: readonly (string | number)[]) => Buffer.from(parts.join(' ')).toString('base64url')
const decode = (cursor: string) => Buffer.from(cursor.slice(0, maxCursorChars), 'base64url').toString().split(' ')

const positionParts = (course: CourseRow, sort: CourseSort) => {
  const { id, value } = getCourseListPosition(sort, course)
  return value === undefined ? [sort, id] : [sort, id, value]
}

/**
 * Returns the position that a decoded cursor contains. Returns undefined if the cursor does not belong to a list of
 * courses with the order `sort`.
 */
function positionOf(
  [sentSort, id = '', ...value]: readonly string[],
  sort: CourseSort,
): CourseListPosition | undefined {
  const position = value.length > 0 ? { id, value: value.join(' ') } : { id }
  const isStorable = !position.value?.includes('\0')
  return sentSort === sort && isUuid(id) && isStorable && isPositionValidForSort(sort, position) ? position : undefined
}

const wrongCursor = (name: string, list = 'list') =>
  makeInvalidRequestError([{ path: name, message: `must be a cursor of this ${list}` }])

/**
 * Returns the cursor of a course in a Relay connection. The cursor contains the sort order of the list and the position
 * of the course.
 */
export const makeCourseCursor = (course: CourseRow, sort: CourseSort) => encode(positionParts(course, sort))

/**
 * Converts a cursor to a position in a list of courses.
 * @throws ApiError `invalid_request` if the cursor does not belong to a list with this order
 */
export function parseCourseCursor(
  name: 'after' | 'before',
  cursor: string | undefined,
  sort: CourseSort,
): CourseListPosition | undefined {
  if (cursor === undefined) return undefined
  const position = positionOf(decode(cursor), sort)
  if (!position) throw wrongCursor(name)
  return position
}

/**
 * Checks that the cursor of a Relay connection contains an offset in search results.
 * @throws ApiError `invalid_request`
 */
export function validateSearchCursor(name: 'after' | 'before', cursor: string | null | undefined): void {
  if (cursor == null || /^OffsetConnection:\d{1,9}$/.test(Buffer.from(cursor, 'base64').toString())) return
  throw wrongCursor(name, 'search')
}

/** The value of the argument `cursor` that selects the first page. */
const firstCursor = '*'

const maxPage = 1_000_000
const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,9}$/.test(text)

/** Returns the cursor of the page after `page` in a list of courses. The next page begins after the course `last`. */
export const makeNextCoursePageCursor = (page: number, last: CourseRow, sort: CourseSort) =>
  encode([page + 1, ...positionParts(last, sort)])

/**
 * Returns the cursor of the page of search results after `page`. The cursor contains an offset, because the order of
 * the results can change.
 */
export const makeNextSearchPageCursor = (page: number, offset: number) => encode([page + 1, 'search', offset])

/**
 * Parses the argument `cursor` of a list of courses. `after` is the position of the last course before the page.
 * @throws ApiError `invalid_request`
 */
export function parseCoursePageCursor(cursor: string, sort: CourseSort): { page: number; after?: CourseListPosition } {
  if (cursor === firstCursor) return { page: 1 }
  const [page, ...place] = decode(cursor)
  const after = positionOf(place, sort)
  if (!after || !isNumber(page)) throw wrongCursor('cursor')
  return { page: Math.min(Number(page), maxPage), after }
}

/**
 * Parses the argument `cursor` of a search. `offset` is the number of results before the page.
 * @throws ApiError `invalid_request`
 */
export function parseSearchPageCursor(cursor: string): { page: number; offset: number } {
  if (cursor === firstCursor) return { page: 1, offset: 0 }
  const [page, list, offset, ...rest] = decode(cursor)
  if (list !== 'search' || !isNumber(page) || !isNumber(offset) || rest.length > 0)
    throw wrongCursor('cursor', 'search')
  return { page: Math.min(Number(page), maxPage), offset: Number(offset) }
}
