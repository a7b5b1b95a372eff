import type { GraphQLContext } from '../../operations/context.ts'
import type { PagingArgs } from '../../operations/validation.ts'
import type { CourseColumnSet } from '../outline/course-columns.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { searchCourses } from '../search/courses.ts'
import {
  makeNextCoursePageCursor,
  makeNextSearchPageCursor,
  parseCoursePageCursor,
  parseSearchPageCursor,
} from './cursors.ts'
import type { CourseFilter } from './reads/course-filters.ts'
import { isFastCoursePageRead, readCoursePage } from './reads/course-pages.ts'
import type { CourseSort } from './reads/course-sorts.ts'

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
  const sql = isFastCoursePageRead(filter, sort) ? getDataLoaders(context).shortReads : context.db.sql
  const found = await readCoursePage(sql, context.workspaceId(), filter, request, sort)
  const last = found.items.at(-1)
  const makeNextCursor = found.hasNext && last ? () => makeNextCoursePageCursor(page, last, sort) : undefined
  return { page, perPage, total: found.total, items: found.items, makeNextCursor }
}
