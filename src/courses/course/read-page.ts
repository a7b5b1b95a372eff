import type { GraphQLContext } from '../../operations/context.ts'
import type { PagingArgs } from '../../operations/validation.ts'
import type { CourseColumnSet } from '../outline/course-columns.ts'
import type { CourseFilter } from '../outline/lists/course-filters.ts'
import {
  type CoursePage,
  type CoursePageRequest,
  isFastCoursePageRead,
  makeBoundCoursePageStatements,
  makeCoursePage,
} from '../outline/lists/course-pages.ts'
import type { CourseSort } from '../outline/lists/course-sorts.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { searchCourses } from '../outline/search/courses.ts'
import {
  makeNextCoursePageCursor,
  makeNextSearchPageCursor,
  parseCoursePageCursor,
  parseSearchPageCursor,
} from './cursors.ts'

/**
 * Reads one page of search results. The request selects the page by its number, or by a cursor with the number of
 * earlier results.
 */
export async function searchCoursePage(
  context: GraphQLContext,
  words: string,
  filter: CourseFilter,
  { page: sentPage, perPage }: PagingArgs,
  cursor: string | undefined,
) {
  const { page, offset } =
    cursor === undefined ? { page: sentPage, offset: (sentPage - 1) * perPage } : parseSearchPageCursor(cursor)
  const { items, total } = await searchCourses(context, words, filter, { limit: perPage, offset })
  const end = offset + items.length
  const hasNext = items.length > 0 && end < total
  return {
    page,
    perPage,
    total,
    items,
    makeNextCursor: hasNext ? () => makeNextSearchPageCursor(page, end) : undefined,
  }
}

/**
 * Reads a page of courses. Returns undefined if the REST cache has the current revision of the list. Stores the
 * revision in `notes` for the cache.
 */
async function readPageUnlessCached(
  context: GraphQLContext,
  filter: CourseFilter,
  request: CoursePageRequest,
  sort: CourseSort,
): Promise<CoursePage | undefined> {
  const { db, listCache, notes } = context
  const { rows, revision } = makeBoundCoursePageStatements(context.workspaceId(), filter, request, sort)
  if (!isFastCoursePageRead(filter, sort)) return makeCoursePage(await db.sql.rows(...rows), request)
  const { shortReads } = getDataLoaders(context)
  if (!listCache) return makeCoursePage(await shortReads.rows(...rows), request)
  if (listCache.revision !== undefined) {
    const [current] = await shortReads.rows(...revision)
    if (current?.revision === listCache.revision) {
      notes.listRevision = current.revision
      return undefined
    }
  }
  // The revision is read first. If a course then changes, the REST cache stores the new list with the old revision.
  // An old revision is harmless: the next request finds another revision, and reads the list again.
  const [[current], found] = await db.sql.pipeline([revision, rows])
  notes.listRevision = current?.revision
  return makeCoursePage(found, request)
}

/** Reads one page of a list of courses. The request selects the page by its number or with a cursor. */
export async function listCoursePage(
  context: GraphQLContext,
  filter: CourseFilter,
  { page: sentPage, perPage }: PagingArgs,
  { sort, cursor, columns: selected }: { sort: CourseSort; cursor: string | undefined; columns: CourseColumnSet },
) {
  const { page, after } = cursor === undefined ? { page: sentPage } : parseCoursePageCursor(cursor, sort)
  // The next cursor contains the time or the name by which the list is sorted, so the statement must read this column.
  const columns = sort === 'created' ? selected : 'complete'
  const request = after ? { after, perPage, columns } : { page, perPage, columns }
  const found = await readPageUnlessCached(context, filter, request, sort)
  // The page is in the cache of REST. REST ignores this result, and sends the cached response.
  if (!found) return { page, perPage, total: 0, items: [] }
  const last = found.items.at(-1)
  const makeNextCursor = found.hasNext && last ? () => makeNextCoursePageCursor(page, last, sort) : undefined
  return { page, perPage, total: found.total, items: found.items, makeNextCursor }
}
