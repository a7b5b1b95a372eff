import {
  type ResolveCursorConnectionArgs,
  resolveCursorConnection,
  resolveOffsetConnection,
} from '@pothos/plugin-relay'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { argJsonSchemaOptions, type PagingArgs, pagingSchema, parseInput } from '../../operations/validation.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { courseSortRef } from '../outline/course-enums.ts'
import { readCourseSlice } from '../outline/course-slices.ts'
import { readCoursePage } from '../outline/course-tallies.ts'
import { getDataLoaders } from '../outline/loaders.ts'
import { getTreeSelection } from '../outline/lookahead.ts'
import { declarePageType, foundOrThrow, pageArgs, pageComplexity } from '../outline/record-types.ts'
import { courseRef } from '../outline/refs.ts'
import type { CourseRow } from '../outline/rows.ts'
import { findCourses } from '../outline/search/courses.ts'
import { searchTextSchema, validateSearchText } from '../outline/search/words.ts'
import { readCourseTree, readTreesOfCourses } from '../outline/trees.ts'
import { makeCourseCursor, parseCourseCursor, validateSearchCursor } from './cursors.ts'

const searchArg = 'Words to search for in courses and everything below them; the best match comes first.'
const publishedArg = 'true: only published courses; false: only drafts. Default: all.'
const sortArg = 'The order of the courses. Default created. A search puts the best match first instead.'

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

const sliceOf = ({ page, perPage }: PagingArgs) => ({ limit: perPage, offset: (page - 1) * perPage })

const coursePageRef = declarePageType('CoursePage', courseRef, 'courses')

builder.queryField('coursePage', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses', tag: 'Courses', names: { perPage: 'per_page' } },
      tool: { name: 'list_courses', title: 'List courses', readOnly: true },
    }),
    type: coursePageRef,
    description:
      'One page of the courses of the workspace. The newest course comes first, unless sort or search is set.',
    args: {
      ...pageArgs,
      published: t.arg.boolean({ description: publishedArg }),
      search: t.arg.string({ ...argJsonSchemaOptions(searchTextSchema), description: searchArg }),
      sort: t.arg({ type: courseSortRef, description: sortArg }),
    },
    complexity: (args) => pageComplexity(args.perPage),
    resolve: async (_root, { published, search, sort, ...args }, context, info) => {
      const page = parseInput(pagingSchema, args)
      const { sql } = context.db
      const workspaceId = context.workspaceId()
      const found =
        search == null
          ? await readCoursePage(sql, workspaceId, { published }, page, sort ?? 'created')
          : await findCourses(context, validateSearchText('search', search), { published }, sliceOf(page))
      const selection = getTreeSelection(info, ['items'])
      return { ...page, total: found.total, items: await readTreesOfCourses(sql, workspaceId, found.items, selection) }
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
      args: {
        published: t.arg.boolean({ description: publishedArg }),
        search: t.arg.string({ ...argJsonSchemaOptions(searchTextSchema), description: searchArg }),
        sort: t.arg({ type: courseSortRef, description: sortArg }),
      },
      complexity: (args) => pageComplexity(args.first ?? args.last),
      resolve: (_root, { published, search, sort: sentSort, ...args }, context, info) => {
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
          return resolveOffsetConnection({ args, defaultSize: 20, maxSize: 100 }, async (slice) => {
            const { items } = await findCourses(context, words, { published }, slice)
            return readTreesOfCourses(sql, workspaceId, items, selection)
          })
        }
        const sort = sentSort ?? 'created'
        return resolveCursorConnection(
          { args, toCursor: (course: CourseRow) => makeCourseCursor(course, sort), defaultSize: 20, maxSize: 100 },
          async ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) => {
            const slice = {
              after: parseCourseCursor('after', after, sort),
              before: parseCourseCursor('before', before, sort),
              limit,
              direction: inverted ? ('backward' as const) : ('forward' as const),
            }
            const courses = await readCourseSlice(sql, workspaceId, { published }, slice, sort)
            return readTreesOfCourses(sql, workspaceId, courses, selection)
          },
        )
      },
    },
    { name: 'CourseConnection', description: 'One page of courses, each with its cursor.' },
    { name: 'CourseEdge', description: 'A course and its cursor.' },
  ),
)
