import { makeInvalidRequestError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { CoursePosition } from '../outline/course-slices.ts'
import type { CourseSort } from '../outline/course-tallies.ts'
import type { CourseRow } from '../outline/rows.ts'

/** Returns the cursor of a course: the id, or, in a list sorted by last change, the time of that change and the id. */
export function makeCourseCursor({ id, contentUpdatedAt }: CourseRow, sort: CourseSort): string {
  const place = sort === 'created' ? id : `${new Date(contentUpdatedAt).toISOString()} ${id}`
  return Buffer.from(place).toString('base64url')
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

/**
 * Converts a cursor to a position in a list of courses. Returns undefined if there is no cursor.
 * @throws ApiError `invalid_request` if the text is not a cursor of a list with this sort order
 */
export function parseCourseCursor(
  name: 'after' | 'before',
  cursor: string | undefined,
  sort: CourseSort,
): CoursePosition | undefined {
  if (cursor === undefined) return undefined
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ')
  const [id = '', contentUpdatedAt] = parts.reverse()
  const fits = sort === 'created' ? parts.length === 1 : parts.length === 2 && isTime(contentUpdatedAt!)
  if (!isUuid(id) || !fits) throw makeInvalidRequestError([{ path: name, message: 'must be a cursor of this list' }])
  return { id, contentUpdatedAt }
}

/** Checks a cursor of search results, which contains an offset. @throws ApiError `invalid_request` for other cursors */
export function validateSearchCursor(name: 'after' | 'before', cursor: string | null | undefined): void {
  if (cursor == null || /^OffsetConnection:\d{1,9}$/.test(Buffer.from(cursor, 'base64').toString())) return
  throw makeInvalidRequestError([{ path: name, message: 'must be a cursor of this search' }])
}
