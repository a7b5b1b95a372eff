import { makeInvalidRequestError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import {
  type CourseListPosition,
  type CourseSort,
  getCourseListPosition,
  isPositionValidForSort,
} from '../outline/lists/course-sorts.ts'
import type { CourseRow } from '../outline/rows.ts'

/**
 * The maximum length of a cursor, in characters. The longest cursors contain a name of 800 UTF-16 code units, which are
 * up to 2,400 bytes of UTF-8.
 */
export const maxCursorChars = 4000

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
 * Converts a cursor to a position in a list of courses. Returns undefined if there is no cursor.
 * @throws ApiError `invalid_request` if the text is not a cursor of a list with this sort order
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
 * Checks a cursor of a Relay connection of search results. The cursor must contain an offset.
 * @throws ApiError `invalid_request` if the text is not a cursor of search results
 */
export function validateSearchCursor(name: 'after' | 'before', cursor: string | null | undefined): void {
  if (cursor == null || /^OffsetConnection:\d{1,9}$/.test(Buffer.from(cursor, 'base64').toString())) return
  throw wrongCursor(name, 'search')
}

/** The value of the argument `cursor` that selects the first page. */
const firstCursor = '*'

const maxPage = 1_000_000
const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,9}$/.test(text)

/**
 * Returns the cursor of the next page of a list of courses. The cursor contains the number of the next page, and the
 * position of the course after which the next page begins.
 * @param page the number of the current page
 * @param last the last course of the current page
 */
export const makeNextCoursePageCursor = (page: number, last: CourseRow, sort: CourseSort) =>
  encode([page + 1, ...positionParts(last, sort)])

/**
 * Returns the cursor of the next page of search results. The cursor contains the number of the next page and `offset`.
 * It contains no position of a course, because the order of search results can change.
 * @param page the number of the current page
 * @param offset the number of results before the next page
 */
export const makeNextSearchPageCursor = (page: number, offset: number) => encode([page + 1, 'search', offset])

/**
 * Parses the argument `cursor` of a list of courses. Returns the number of the page and `after`, the position of the
 * last course before the page. The first page has no `after`.
 * @throws ApiError `invalid_request` if the text is not a cursor of a list with this sort order
 */
export function parseCoursePageCursor(cursor: string, sort: CourseSort): { page: number; after?: CourseListPosition } {
  if (cursor === firstCursor) return { page: 1 }
  const [page, ...place] = decode(cursor)
  const after = positionOf(place, sort)
  if (!after || !isNumber(page)) throw wrongCursor('cursor')
  return { page: Math.min(Number(page), maxPage), after }
}

/**
 * Parses the argument `cursor` of a search. Returns the number of the page, and how many results come before the page.
 * @throws ApiError `invalid_request` if the text is not a cursor of a search
 */
export function parseSearchPageCursor(cursor: string): { page: number; offset: number } {
  if (cursor === firstCursor) return { page: 1, offset: 0 }
  const [page, list, offset, ...rest] = decode(cursor)
  if (list !== 'search' || !isNumber(page) || !isNumber(offset) || rest.length > 0)
    throw wrongCursor('cursor', 'search')
  return { page: Math.min(Number(page), maxPage), offset: Number(offset) }
}
