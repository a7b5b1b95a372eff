import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { operation } from '../../operations/operation.ts'
import { computePageListComplexity, declarePageType, pageArgs, readNumberedPage } from '../../operations/pages.ts'
import { makeFieldLimitOptionsFromZod, parseArgument } from '../../operations/validation.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { courseRef } from '../outline/graphql/refs.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { validateSearchText } from '../search/words.ts'
import { readTreesOfCoursesInTurn } from '../tree/reads/in-turn.ts'
import { getRequestedTreeLevels } from '../tree/reads/lookahead.ts'
import { courseSortByRestValue } from './course-sort.ts'
import { maxCursorChars } from './cursors.ts'
import { courseListArgs, getDefaultCoursePageSize, parseCourseFilter } from './list-args.ts'
import { listCoursePage, searchCoursePage } from './read-page.ts'

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
 * The selection set of the MCP tool `list_courses`: the fields of the REST response without `nextCursor`, because the
 * tool has no argument `cursor`.
 */
const pageWithoutCursor = `{
  items { id key ${courseFields} status version treeVersion liveReleaseNumber publishedAt hasUnpublishedChanges lessonCount blockCount metadata { createdAt updatedAt contentUpdatedAt } }
  pageInfo { page perPage total totalPages }
}`

const cursorSchema = z.string().max(maxCursorChars, `must have at most ${maxCursorChars} characters`)
const sentCursorSchema = cursorSchema.optional()

builder.queryField('coursePage', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: {
        method: 'GET',
        path: '/courses',
        tag: 'Courses',
        names: { perPage: 'per_page' },
        values: { sort: courseSortByRestValue },
      },
      tool: {
        name: 'list_courses',
        toolset: 'read',
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
        ...makeFieldLimitOptionsFromZod(cursorSchema),
        description: 'The nextCursor of the page before, or * for the first page. Send either cursor or page.',
      }),
      ...courseListArgs,
    },
    complexity: (args) => computePageListComplexity(pageSize(args)),
    resolve: (_root, { search, sort, page, perPage, cursor: sentCursor, ...sentFilter }, context, info) =>
      readNumberedPage({ page, perPage: pageSize({ perPage, ids: sentFilter.ids }) }, async (slice, paging) => {
        const filter = parseCourseFilter(sentFilter)
        const cursor = parseArgument('cursor', sentCursorSchema, sentCursor ?? undefined)
        if (cursor !== undefined && page != null)
          throw makeInvalidRequestError([{ path: 'page', message: 'must not be combined with cursor' }])
        const selection = getRequestedTreeLevels(info, ['items'])
        const requested = { slice, paging, cursor }
        const found =
          search == null
            ? await listCoursePage(context, { filter, sort: sort ?? 'created', columns: selection.course }, requested)
            : await searchCoursePage(context, validateSearchText('search', search), filter, requested)
        return { ...found, items: await readTreesOfCoursesInTurn(context, found.items, selection) }
      }),
  }),
)
