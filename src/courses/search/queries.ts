import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { computePageListComplexity, declarePageType, pageArgs, readNumberedPage } from '../../operations/pages.ts'
import { languageTagSchema, makeFieldLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { blockTypeRef } from '../block/enum.ts'
import { courseStatusRef } from '../outline/graphql/course-status.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { searchCourseContent } from './content.ts'
import { defaultSearchToolPageSize, makeSearchContentToolAnswer } from './tool-answer.ts'
import { searchHitRef } from './type.ts'
import { searchTextSchema, validateSearchText } from './words.ts'

const hitPageRef = declarePageType('SearchPage', searchHitRef, 'search results, the best first')

const contentLevelRef = builder.enumType('ContentLevel', {
  description: 'The kind of content to search: modules, lessons or blocks.',
  values: {
    module: { description: 'Modules.' },
    lesson: { description: 'Lessons.' },
    block: { description: 'Content blocks.' },
  },
})

const filterSchema = z.object({
  language: languageTagSchema.nullish(),
})

/**
 * Checks that the workspace has a course with the given id.
 * @throws ApiError `invalid_request` if there is no such course
 */
async function mustHaveCourse(context: GraphQLContext, id: string): Promise<void> {
  if (!isUuid(id) || !(await getDataLoaders(context).course.load(id)))
    throw makeInvalidRequestError([{ path: 'courseId', message: 'must be the id of a course' }])
}

builder.queryField('searchContent', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/search', tag: 'Search', names: { perPage: 'per_page' } },
      tool: {
        name: 'search_content',
        toolset: 'read',
        title: 'Search modules, lessons and blocks',
        readOnly: true,
        selection: '{ items { kind id courseId excerpt path { kind id name } } pageInfo { page total totalPages } }',
        makeAnswer: makeSearchContentToolAnswer,
        defaults: { perPage: defaultSearchToolPageSize },
        argumentDescriptions: {
          perPage: `The maximum number of results on a page, 1 to 100. Default ${defaultSearchToolPageSize}.`,
        },
      },
    }),
    type: hitPageRef,
    description:
      'Searches the modules, lessons and blocks of the workspace. Each result has an excerpt and its path in the course. If nothing matches, the search also finds words that differ from a searched word in one letter. For a few seconds after a very large write, new content can be missing.',
    args: {
      query: t.arg.string({
        ...makeFieldLimitOptionsFromZod(searchTextSchema),
        required: true,
        description:
          'The words to search for. Quotes search for a phrase, a minus sign excludes a word, and "or" separates alternatives.',
      }),
      courseId: t.arg.id({ description: 'Limits the search to the content of this course.' }),
      level: t.arg({ type: contentLevelRef, description: 'Limits the search to modules, to lessons or to blocks.' }),
      blockType: t.arg({ type: blockTypeRef, description: 'Limits the search to blocks of this type.' }),
      language: t.arg.string({
        ...makeFieldLimitOptionsFromZod(languageTagSchema),
        description: 'Limits the search to courses in this language. For example, de also finds courses in de-AT.',
      }),
      status: t.arg({
        type: courseStatusRef,
        description:
          'Limits the search to courses with this status. By default, the search covers all courses except archived courses.',
      }),
      ...pageArgs,
    },
    complexity: (args) => computePageListComplexity(args.perPage),
    resolve: (_root, { query, courseId, level, blockType, language, status, ...args }, context) =>
      readNumberedPage(args, async (slice) => {
        const filter = { ...parseInput(filterSchema, { language }), courseId, level, blockType, status }
        if (courseId != null) await mustHaveCourse(context, courseId)
        return searchCourseContent(context, validateSearchText('query', query), filter, slice)
      }),
  }),
)
