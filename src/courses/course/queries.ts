import {
  type ResolveCursorConnectionArgs,
  resolveCursorConnection,
  resolveOffsetConnection,
} from '@pothos/plugin-relay'
import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import {
  argJsonSchemaOptions,
  languageTagSchema,
  type PagingArgs,
  pagingSchema,
  parseInput,
} from '../../operations/validation.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { courseSortRef, restCourseSorts } from '../outline/course-enums.ts'
import { type CourseFilter, idListSchema, maxRequestedIds } from '../outline/course-filters.ts'
import { readCourseSlice } from '../outline/course-slices.ts'
import type { CourseSort } from '../outline/course-sorts.ts'
import { readCoursePage } from '../outline/course-tallies.ts'
import { getDataLoaders } from '../outline/loaders.ts'
import { getTreeSelection } from '../outline/lookahead.ts'
import { declarePageType, foundOrThrow, pageArgs, pageComplexity } from '../outline/record-types.ts'
import { courseRef } from '../outline/refs.ts'
import type { CourseRow } from '../outline/rows.ts'
import { findCourses } from '../outline/search/courses.ts'
import { searchTextSchema, validateSearchText } from '../outline/search/words.ts'
import { readCourseTree, readTreesOfCourses } from '../outline/trees.ts'
import { courseRecordDefinition } from '../records/course.ts'
import {
  makeCourseCursor,
  makeCoursePageCursor,
  makeSearchPageCursor,
  maxCursorChars,
  parseCourseCursor,
  parseCoursePageCursor,
  parseSearchPageCursor,
  validateSearchCursor,
} from './cursors.ts'

builder.queryField('course', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
    }),
    type: courseRef,
    nullable: true,
    description: 'The course with this identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the course.' }) },
    // One SQL statement reads each level (modules, lessons, blocks) that the GraphQL query selects.
    resolve: async (_root, { id }, context, info) => {
      if (!isUuid(id)) throw makeNotFoundError('Course')
      const selection = getTreeSelection(info)
      const course = selection.module
        ? await readCourseTree(context.db.sql, context.workspaceId(), id, selection)
        : await getDataLoaders(context).course.load(id)
      return foundOrThrow('Course', course)
    },
  }),
)

/** The GraphQL arguments that filter and sort a list of courses. */
const courseListArgs = builder.args((t) => ({
  published: t.boolean({ description: 'true: only published courses; false: only drafts. Default: all.' }),
  language: t.string({
    ...argJsonSchemaOptions(languageTagSchema),
    description: 'Only courses in this language: a BCP 47 tag. en also finds en-GB.',
  }),
  difficulty: t.field({
    type: courseRecordDefinition.fields.difficulty.enumRef,
    description: 'Only courses of this difficulty.',
  }),
  updatedSince: t.field({
    type: 'DateTime',
    description: 'Only courses whose content (metadata.contentUpdatedAt) changed at this time or later.',
  }),
  ids: t.idList({
    ...argJsonSchemaOptions(idListSchema),
    description: 'Only courses with these identifiers, at most 100. Unknown identifiers are left out.',
  }),
  search: t.string({
    ...argJsonSchemaOptions(searchTextSchema),
    description: 'Words to search for in courses and everything below them; the best match comes first.',
  }),
  sort: t.field({
    type: courseSortRef,
    description: 'The order. Default created. A search puts the best match first.',
  }),
}))

const filterSchema = z.object({ language: languageTagSchema.nullish(), ids: idListSchema.nullish() })

/**
 * Checks the filters of a list of courses. The result leaves out ids that are not UUIDs, because no course has such an
 * id.
 */
function parseFilter({ published, language, difficulty, updatedSince, ids }: CourseFilter): CourseFilter {
  const checked = parseInput(filterSchema, { language, ids })
  return { published, difficulty, updatedSince, language: checked.language, ids: checked.ids?.filter(isUuid) }
}

/** The default size of a page of courses: 20, or the number of ids in the request. */
const defaultSize = (ids: readonly string[] | null | undefined) =>
  ids?.length ? Math.min(ids.length, maxRequestedIds) : 20

const pageSize = (args: { perPage?: number | null; ids?: readonly string[] | null }) =>
  args.perPage ?? defaultSize(args.ids)

const coursePageRef = declarePageType('CoursePage', courseRef, 'courses', (t) => ({
  nextCursor: t.string({
    nullable: true,
    description: 'The cursor of the next page, or null on the last page. Send it as cursor.',
    resolve: (page) => page.nextCursor ?? null,
  }),
}))

const courseFields = courseRecordDefinition.columns.map(({ field }) => field).join(' ')

/**
 * What the MCP tool `list_courses` returns: the fields that REST returns, without `nextCursor`, because the tool takes
 * no cursor.
 */
const pageWithoutCursor = `{
  items { id ${courseFields} status version treeVersion metadata { createdAt updatedAt contentUpdatedAt } }
  pageInfo { page perPage total totalPages }
}`

const cursorSchema = z.string().max(maxCursorChars, `must have at most ${maxCursorChars} characters`)

/**
 * Reads one page of the courses that a search finds, by page number or by cursor. The cursor contains the number of
 * results before the page.
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
  const { items, total } = await findCourses(context, words, filter, { limit: perPage, offset })
  const end = offset + items.length
  const hasNext = items.length > 0 && end < total
  return { page, perPage, total, items, nextCursor: hasNext ? makeSearchPageCursor(page, end) : undefined }
}

/** Reads one page of a list of courses, by page number or by cursor. */
async function listCoursePage(
  context: GraphQLContext,
  filter: CourseFilter,
  { page: sentPage, perPage }: PagingArgs,
  sort: CourseSort,
  cursor: string | undefined,
) {
  const { page, after } = cursor === undefined ? { page: sentPage } : parseCoursePageCursor(cursor, sort)
  const request = after ? { after, perPage } : { page, perPage }
  const found = await readCoursePage(context.db.sql, context.workspaceId(), filter, request, sort)
  const last = found.items.at(-1)
  const nextCursor = found.hasNext && last ? makeCoursePageCursor(page, last, sort) : undefined
  return { page, perPage, total: found.total, items: found.items, nextCursor }
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
        values: { sort: restCourseSorts },
      },
      tool: {
        name: 'list_courses',
        title: 'List courses',
        readOnly: true,
        omit: ['cursor', 'ids', 'language', 'difficulty', 'updatedSince'],
        selection: pageWithoutCursor,
      },
    }),
    type: coursePageRef,
    description: 'One page of the courses of the workspace, the newest first, unless sort or search is set.',
    args: {
      ...pageArgs,
      cursor: t.arg.string({
        ...argJsonSchemaOptions(cursorSchema),
        description: 'The nextCursor of the page before, or * for the first page. Takes the place of page.',
      }),
      ...courseListArgs,
    },
    complexity: (args) => pageComplexity(pageSize(args)),
    resolve: async (_root, { search, sort, page, perPage, cursor: sentCursor, ...sentFilter }, context, info) => {
      const paging = parseInput(pagingSchema, { page, perPage: perPage ?? defaultSize(sentFilter.ids) })
      const filter = parseFilter(sentFilter)
      const { cursor } = parseInput(z.object({ cursor: cursorSchema.optional() }), { cursor: sentCursor ?? undefined })
      if (cursor !== undefined && page != null)
        throw makeInvalidRequestError([{ path: 'page', message: 'must not be combined with cursor' }])
      const found =
        search == null
          ? await listCoursePage(context, filter, paging, sort ?? 'created', cursor)
          : await searchCoursePage(context, validateSearchText('search', search), filter, paging, cursor)
      const selection = getTreeSelection(info, ['items'])
      const items = await readTreesOfCourses(context.db.sql, context.workspaceId(), found.items, selection)
      return { ...found, items }
    },
  }),
)

builder.queryField('courses', (t) =>
  t.connection(
    {
      ...operation({ access: 'courses:read', resources: { uri: 'course://{id}', mimeType: 'text/markdown' } }),
      type: courseRef,
      description:
        'The courses of the workspace as a Relay connection. The newest course comes first, unless sort or search is set.',
      args: courseListArgs,
      complexity: (args) => pageComplexity(args.first ?? args.last ?? defaultSize(args.ids)),
      resolve: (_root, sent, context, info) => {
        const { search, sort: sentSort, first, last, after, before, ...sentFilter } = sent
        const args = { first, last, after, before }
        const filter = parseFilter(sentFilter)
        const sizes = { args, defaultSize: defaultSize(filter.ids), maxSize: 100 }
        for (const name of ['first', 'last'] as const) {
          const size = args[name]
          if (size != null && (size < 1 || size > 100))
            throw makeInvalidRequestError([{ path: name, message: 'must be between 1 and 100' }])
        }
        if (args.first != null && args.last != null)
          throw makeInvalidRequestError([{ path: 'last', message: 'must not be combined with first' }])
        const { sql } = context.db
        const workspaceId = context.workspaceId()
        const selection = getTreeSelection(info, ['edges', 'node'])
        if (search != null) {
          const words = validateSearchText('search', search)
          for (const name of ['after', 'before'] as const) validateSearchCursor(name, args[name])
          return resolveOffsetConnection(sizes, async (slice) => {
            const { items } = await findCourses(context, words, filter, slice)
            return readTreesOfCourses(sql, workspaceId, items, selection)
          })
        }
        const sort = sentSort ?? 'created'
        return resolveCursorConnection(
          { ...sizes, toCursor: (course: CourseRow) => makeCourseCursor(course, sort) },
          async ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) => {
            const slice = {
              after: parseCourseCursor('after', after, sort),
              before: parseCourseCursor('before', before, sort),
              limit,
              direction: inverted ? ('backward' as const) : ('forward' as const),
            }
            const courses = await readCourseSlice(sql, workspaceId, filter, slice, sort)
            return readTreesOfCourses(sql, workspaceId, courses, selection)
          },
        )
      },
    },
    { name: 'CourseConnection', description: 'One page of courses, each with its cursor.' },
    { name: 'CourseEdge', description: 'A course and its cursor.' },
  ),
)
