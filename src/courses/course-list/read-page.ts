import type { GraphQLContext } from '../../operations/context.ts'
import type { PagingArgs } from '../../operations/validation.ts'
import type { Slice } from '../../platform/db/pages.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { searchCourses } from '../search/courses.ts'
import {
  makeNextCoursePageCursor,
  makeNextSearchPageCursor,
  parseCoursePageCursor,
  parseSearchPageCursor,
} from './cursors.ts'
import type { CourseFilter } from './reads/course-filters.ts'
import { type CourseList, isFastCourseList, readCoursePage } from './reads/course-list.ts'

/** The part of a list that the arguments `page` and `perPage` select. A cursor replaces the offset and the number. */
type RequestedPage = { slice: Slice; paging: PagingArgs; cursor: string | undefined }

/**
 * Reads one page of search results. The request selects the page by its number, or by a cursor with the number of
 * earlier results.
 */
export async function searchCoursePage(
  context: GraphQLContext,
  words: string,
  filter: CourseFilter,
  { slice: { limit, offset: sentOffset }, paging, cursor }: RequestedPage,
) {
  const { page, offset } =
    cursor === undefined ? { page: paging.page, offset: sentOffset } : parseSearchPageCursor(cursor)
  const { items, total } = await searchCourses(context, words, filter, { limit, offset })
  const end = offset + items.length
  const hasNext = items.length > 0 && end < total
  return { page, total, items, makeNextCursor: hasNext ? () => makeNextSearchPageCursor(page, end) : undefined }
}

/** Reads one page of a list of courses. The request selects the page by its number or with a cursor. */
export async function listCoursePage(
  context: GraphQLContext,
  { sort, ...sent }: Omit<CourseList, 'workspaceId'>,
  { slice, paging, cursor }: RequestedPage,
) {
  const { page, after } = cursor === undefined ? { page: paging.page } : parseCoursePageCursor(cursor, sort)
  // The next cursor contains the time or the name by which the list is sorted, so the statement must read this column.
  const columns = sort === 'created' ? sent.columns : 'complete'
  const list = { ...sent, workspaceId: context.workspaceId(), sort, columns }
  const sql = isFastCourseList(list) ? getDataLoaders(context).shortReads : context.db.sql
  const { items, total, hasNext } = await readCoursePage(sql, list, after ? { limit: slice.limit, after } : slice)
  const last = items.at(-1)
  return {
    page,
    total,
    items,
    makeNextCursor: hasNext && last ? () => makeNextCoursePageCursor(page, last, sort) : undefined,
  }
}
