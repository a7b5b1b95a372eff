import {
  type ResolveCursorConnectionArgs,
  resolveCursorConnection,
  resolveOffsetConnection,
} from '@pothos/plugin-relay'
import { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { computePageListComplexity } from '../../operations/pages.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { courseRef } from '../outline/graphql/refs.ts'
import type { CourseRow } from '../outline/rows.ts'
import { searchCourses } from '../search/courses.ts'
import { validateSearchText } from '../search/words.ts'
import { readTreesOfCoursesInTurn } from '../tree/reads/in-turn.ts'
import { getRequestedTreeLevels } from '../tree/reads/lookahead.ts'
import type { TreeLevelsToRead } from '../tree/reads/trees.ts'
import { makeCourseCursor, parseCourseCursor, validateSearchCursor } from './cursors.ts'
import { courseListArgs, getDefaultCoursePageSize, parseCourseFilter } from './list-args.ts'
import { readCoursesInRange } from './reads/course-list.ts'

type Page<Info> = { edges: readonly ({ cursor: string; node: CourseRow } | null | undefined)[]; pageInfo: Info }

/**
 * Adds to the courses of a page the modules, lessons and blocks that the GraphQL query selects. Leaves out courses that
 * another request has deleted meanwhile.
 */
async function readTreesIntoPage<Info>(
  context: GraphQLContext,
  page: Page<Info>,
  selection: TreeLevelsToRead,
): Promise<Page<Info>> {
  if (!selection.module) return page
  const edges = page.edges.filter((edge) => edge != null)
  const courses = await readTreesOfCoursesInTurn(
    context,
    edges.map(({ node }) => node),
    selection,
  )
  const byId = new Map(courses.map((course) => [course.id, course]))
  return {
    pageInfo: page.pageInfo,
    edges: edges.flatMap(({ cursor, node: { id } }) => {
      const node = byId.get(id)
      return node ? [{ cursor, node }] : []
    }),
  }
}

builder.queryField('courses', (t) =>
  t.connection(
    {
      ...operation({ access: 'courses:read', resources: { uri: 'course://{id}', mimeType: 'text/markdown' } }),
      type: courseRef,
      description:
        'The courses of the workspace as a Relay connection. The newest course comes first, unless sort or search is set.',
      args: courseListArgs,
      complexity: (args) => computePageListComplexity(args.first ?? args.last ?? getDefaultCoursePageSize(args.ids)),
      resolve: async (_root, sent, context, info) => {
        const { search, sort: sentSort, first, last, after, before, ...sentFilter } = sent
        const args = { first, last, after, before }
        const filter = parseCourseFilter(sentFilter)
        const sizes = { args, defaultSize: getDefaultCoursePageSize(filter.ids), maxSize: 100 }
        for (const name of ['first', 'last'] as const) {
          const size = args[name]
          if (size != null && (size < 1 || size > 100))
            throw makeInvalidRequestError([{ path: name, message: 'must be between 1 and 100' }])
        }
        if (args.first != null && args.last != null)
          throw makeInvalidRequestError([{ path: 'last', message: 'must not be combined with first' }])
        const selection = getRequestedTreeLevels(info, ['edges', 'node'])
        if (search != null) {
          const words = validateSearchText('search', search)
          for (const name of ['after', 'before'] as const) validateSearchCursor(name, args[name])
          // The argument `last` counts from the end of the results, so Pothos needs the total number of results.
          const totalCount =
            args.last == null ? undefined : (await searchCourses(context, words, filter, { limit: 0, offset: 0 })).total
          const page = await resolveOffsetConnection(
            { ...sizes, totalCount },
            async (slice) => (await searchCourses(context, words, filter, slice)).items,
          )
          if (page && page.edges.length === 0) Object.assign(page.pageInfo, { startCursor: null, endCursor: null })
          return page && readTreesIntoPage(context, page, selection)
        }
        const sort = sentSort ?? 'created'
        const page = await resolveCursorConnection(
          { ...sizes, toCursor: (course: CourseRow) => makeCourseCursor(course, sort) },
          ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) =>
            readCoursesInRange(
              context.db.sql,
              { workspaceId: context.workspaceId(), filter, sort },
              {
                after: parseCourseCursor('after', after, sort),
                before: parseCourseCursor('before', before, sort),
                limit,
                isBackward: inverted,
              },
            ),
        )
        return readTreesIntoPage(context, page, selection)
      },
    },
    { name: 'CourseConnection', description: 'One page of courses, each with its cursor.' },
    { name: 'CourseEdge', description: 'A course and its cursor.' },
  ),
)
