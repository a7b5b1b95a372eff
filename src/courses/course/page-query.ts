import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { operation } from '../../operations/operation.ts'
import { computePageComplexity, declarePageType, pageArgs } from '../../operations/pages.ts'
import {
  makeFieldOptionsFromZod,
  type PagingArgs,
  pagingSchema,
  parseArgument,
  parseInput,
} from '../../operations/validation.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import type { CourseColumnSet } from '../outline/course-columns.ts'
import { restValueToCourseSort } from '../outline/graphql/course-enums.ts'
import { courseRef } from '../outline/graphql/refs.ts'
import type { CourseFilter } from '../outline/lists/course-filters.ts'
import { readCoursePage } from '../outline/lists/course-pages.ts'
import type { CourseSort } from '../outline/lists/course-sorts.ts'
import { searchCourses } from '../outline/search/courses.ts'
import { validateSearchText } from '../outline/search/words.ts'
import { getRequestedTreeLevels } from '../outline/tree-reads/lookahead.ts'
import { queueReadOfCourseTrees } from '../outline/tree-reads/tree-reads.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import {
  makeNextCoursePageCursor,
  makeNextSearchPageCursor,
  maxCursorChars,
  parseCoursePageCursor,
  parseSearchPageCursor,
} from './cursors.ts'
import { courseListArgs, getDefaultCoursePageSize, parseCourseFilter } from './list-args.ts'

const pageSize = (args: { perPage?: number | null; ids?: readonly string[] | null }) =>
  args.perPage ?? getDefaultCoursePageSize(args.ids)

const coursePageRef = declarePageType('CoursePage', courseRef, 'courses', (t) => ({
  nextCursor: t.string({
    ...withJsonSchema({ maxLength: maxCursorChars }),
    nullable: true,
    description: 'The value to send as cursor for the next page. Null on the last page.',
    resolve: (page) => page.makeNextCursor?.() ?? null,
  }),
}))

const courseFields = [...courseRecordDefinition.columns, ...courseSettingsDefinition.columns]
  .map(({ field }) => field)
  .join(' ')

/**
 * What the MCP tool `list_courses` returns: the fields that REST returns, without `nextCursor`, because the tool takes
 * no cursor.
 */
const pageWithoutCursor = `{
  items { id key ${courseFields} status version treeVersion liveReleaseNumber publishedAt hasUnpublishedChanges lessonCount blockCount metadata { createdAt updatedAt contentUpdatedAt } }
  pageInfo { page perPage total totalPages }
}`

const cursorSchema = z.string().max(maxCursorChars, `must have at most ${maxCursorChars} characters`)
const sentCursorSchema = cursorSchema.optional()

/**
 * Reads one page of the courses that a search finds. The request selects the page by its number or with a cursor. A
 * cursor contains the number of results before the page.
 */
async function searchCoursePage(
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
async function listCoursePage(
  context: GraphQLContext,
  filter: CourseFilter,
  { page: sentPage, perPage }: PagingArgs,
  { sort, cursor, columns: selected }: { sort: CourseSort; cursor: string | undefined; columns: CourseColumnSet },
) {
  const { page, after } = cursor === undefined ? { page: sentPage } : parseCoursePageCursor(cursor, sort)
  // The next cursor contains the time or the name by which the list is sorted, so the statement must read this column.
  const columns = sort === 'created' ? selected : 'complete'
  const request = after ? { after, perPage, columns } : { page, perPage, columns }
  const found = await readCoursePage(context.db.sql, context.workspaceId(), filter, request, sort)
  const last = found.items.at(-1)
  const makeNextCursor = found.hasNext && last ? () => makeNextCoursePageCursor(page, last, sort) : undefined
  return { page, perPage, total: found.total, items: found.items, makeNextCursor }
}

builder.queryField('coursePage', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: {
        method: 'GET',
        path: '/courses',
        tag: 'Courses',
        names: { perPage: 'per_page' },
        values: { sort: restValueToCourseSort },
      },
      tool: {
        name: 'list_courses',
        title: 'List courses',
        readOnly: true,
        omit: ['cursor', 'ids', 'key', 'language', 'difficulty', 'updatedSince', 'status'],
        selection: pageWithoutCursor,
      },
    }),
    type: coursePageRef,
    description: 'One page of the courses of the workspace, the newest first, unless sort or search is set.',
    args: {
      ...pageArgs,
      cursor: t.arg.string({
        ...makeFieldOptionsFromZod(cursorSchema),
        description: 'The nextCursor of the page before, or * for the first page. Send either cursor or page.',
      }),
      ...courseListArgs,
    },
    complexity: (args) => computePageComplexity(pageSize(args)),
    resolve: async (_root, { search, sort, page, perPage, cursor: sentCursor, ...sentFilter }, context, info) => {
      const paging = parseInput(pagingSchema, { page, perPage: perPage ?? getDefaultCoursePageSize(sentFilter.ids) })
      const filter = parseCourseFilter(sentFilter)
      const cursor = parseArgument('cursor', sentCursorSchema, sentCursor ?? undefined)
      if (cursor !== undefined && page != null)
        throw makeInvalidRequestError([{ path: 'page', message: 'must not be combined with cursor' }])
      const selection = getRequestedTreeLevels(info, ['items'])
      const found =
        search == null
          ? await listCoursePage(context, filter, paging, {
              sort: sort ?? 'created',
              cursor,
              columns: selection.course ?? 'complete',
            })
          : await searchCoursePage(context, validateSearchText('search', search), filter, paging, cursor)
      const items = await queueReadOfCourseTrees(context, found.items, selection)
      return { ...found, items }
    },
  }),
)
