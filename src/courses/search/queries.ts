import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { argJsonSchemaOptions, pagingSchema, parseInput } from '../../operations/validation.ts'
import { declarePageType, pageArgs, pageComplexity } from '../outline/record-types.ts'
import { findContent } from '../outline/search/content.ts'
import { searchTextSchema, validateSearchText } from '../outline/search/words.ts'
import { searchToolAnswer, toolPageSize } from './tool-answer.ts'
import { searchHitRef } from './type.ts'

const hitPageRef = declarePageType('SearchPage', searchHitRef, 'search results, the best first')

builder.queryField('searchContent', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/search', tag: 'Search', names: { perPage: 'per_page' } },
      tool: {
        name: 'search_content',
        title: 'Search modules, lessons and blocks',
        readOnly: true,
        selection: '{ items { kind id courseId excerpt path { kind id name } } pageInfo { page total totalPages } }',
        answer: searchToolAnswer,
        defaults: { perPage: toolPageSize },
        argumentDescriptions: {
          perPage: `The maximum number of results on a page, 1 to 100. Default ${toolPageSize}.`,
        },
      },
    }),
    type: hitPageRef,
    description:
      'Searches the modules, lessons and blocks of the workspace. Each result has an excerpt and its path in the course. For a few seconds after a very large write, new content can be missing.',
    args: {
      query: t.arg.string({
        ...argJsonSchemaOptions(searchTextSchema),
        required: true,
        description:
          'The words to search for. Quotes search for a phrase, a minus sign excludes a word, and "or" separates alternatives.',
      }),
      ...pageArgs,
    },
    complexity: (args) => pageComplexity(args.perPage),
    resolve: async (_root, { query, ...args }, context) => {
      const page = parseInput(pagingSchema, args)
      const found = await findContent(context, validateSearchText('query', query), page)
      return { ...page, ...found }
    },
  }),
)
