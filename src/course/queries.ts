import {
  type ResolveCursorConnectionArgs,
  resolveCursorConnection,
  resolveOffsetConnection,
} from '@pothos/plugin-relay'
import { builder } from '../builder.ts'
import { check, isId, limitedBy, mustSearch, paging, words } from '../checks.ts'
import { invalid, notFound } from '../errors.ts'
import { expose } from '../expose.ts'
import { readCoursePage, readCourseSlice } from '../outline/courses.ts'
import { loadersOf } from '../outline/loaders.ts'
import { wantedOf } from '../outline/lookahead.ts'
import { mustExist, pageArgs, pageCost, pageRef } from '../outline/records.ts'
import { courseRef } from '../outline/refs.ts'
import { findCoursePage, findCourses } from '../outline/search.ts'
import { readTree, readTrees } from '../outline/trees.ts'

const searchArg = 'Only courses that have these words in a name, a description or a block, the best first.'
const publishedArg = 'Only published courses (true), only drafts (false), or all.'

builder.queryField('course', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
    }),
    type: courseRef,
    nullable: true,
    description: 'A course by its identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the course.' }) },
    // A tree that is asked for is read here, a statement a level, and not level by level as it is walked.
    resolve: async (_root, { id }, context, info) => {
      if (!isId(id)) throw notFound('Course')
      const wanted = wantedOf(info)
      const course = wanted.module
        ? await readTree(context.db.sql, context.workspaceId(), id, wanted)
        : await loadersOf(context).course.load(id)
      return mustExist('Course', course)
    },
  }),
)

const coursePageRef = pageRef('CoursePage', courseRef, 'courses, newest first')

builder.queryField('coursePage', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses', tag: 'Courses', names: { perPage: 'per_page' } },
      tool: { name: 'list_courses', title: 'List courses', readOnly: true },
    }),
    type: coursePageRef,
    description: 'The courses of the workspace, newest first, by page.',
    args: {
      ...pageArgs,
      published: t.arg.boolean({ description: publishedArg }),
      search: t.arg.string({ ...limitedBy(words), description: searchArg }),
    },
    complexity: (args) => pageCost(args.perPage),
    resolve: async (_root, { published, search, ...args }, context, info) => {
      const page = check(paging, args)
      const { sql } = context.db
      const workspaceId = context.workspaceId()
      const found =
        search == null
          ? await readCoursePage(sql, workspaceId, { published }, page)
          : await findCoursePage(sql, workspaceId, mustSearch('search', search), { published }, page)
      const wanted = wantedOf(info, ['items'])
      return { ...page, total: found.total, items: await readTrees(sql, workspaceId, found.items, wanted) }
    },
  }),
)

const cursorOf = (id: string) => Buffer.from(id).toString('base64url')

function idOf(name: 'after' | 'before', cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const id = Buffer.from(cursor, 'base64url').toString()
  if (!isId(id)) throw invalid([{ path: name, message: 'must be a cursor of this list' }])
  return id
}

builder.queryField('courses', (t) =>
  t.connection(
    {
      ...expose({ access: 'courses:read', resources: { uri: 'course://{id}', mimeType: 'text/markdown' } }),
      type: courseRef,
      description: 'The courses of the workspace, newest first, as a Relay connection.',
      args: {
        published: t.arg.boolean({ description: publishedArg }),
        search: t.arg.string({ ...limitedBy(words), description: searchArg }),
      },
      complexity: (args) => pageCost(args.first ?? args.last),
      resolve: (_root, { published, search, ...args }, context, info) => {
        for (const name of ['first', 'last'] as const) {
          const size = args[name]
          if (size != null && (size < 1 || size > 100))
            throw invalid([{ path: name, message: 'must be between 1 and 100' }])
        }
        if (args.first != null && args.last != null)
          throw invalid([{ path: 'last', message: 'must not be there beside first' }])
        const { sql } = context.db
        const workspaceId = context.workspaceId()
        const wanted = wantedOf(info, ['edges', 'node'])
        if (search != null) {
          const words = mustSearch('search', search)
          return resolveOffsetConnection({ args, defaultSize: 20, maxSize: 100 }, async (slice) =>
            readTrees(sql, workspaceId, await findCourses(sql, workspaceId, words, { published }, slice), wanted),
          )
        }
        return resolveCursorConnection(
          { args, toCursor: (course) => cursorOf(course.id), defaultSize: 20, maxSize: 100 },
          async ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) => {
            const slice = {
              after: idOf('after', after),
              before: idOf('before', before),
              limit,
              direction: inverted ? ('oldest' as const) : ('newest' as const),
            }
            return readTrees(sql, workspaceId, await readCourseSlice(sql, workspaceId, { published }, slice), wanted)
          },
        )
      },
    },
    { name: 'CourseConnection', description: 'A page of courses, by cursor.' },
    { name: 'CourseEdge', description: 'A course and where it stands.' },
  ),
)
