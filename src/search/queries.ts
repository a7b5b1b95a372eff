import { builder } from '../builder.ts'
import { check, limitedBy, mustSearch, paging, words } from '../checks.ts'
import { expose } from '../expose.ts'
import { pageArgs, pageRef } from '../outline/records.ts'
import { findContent } from '../outline/search.ts'
import { hitRef } from './type.ts'

const hitPageRef = pageRef('SearchPage', hitRef, 'what a search found, the best first')

builder.queryField('searchContent', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: { method: 'GET', path: '/search', tag: 'Search', names: { perPage: 'per_page' } },
      tool: { name: 'search_content', title: 'Search modules, lessons and blocks', readOnly: true },
    }),
    type: hitPageRef,
    description:
      'The modules, lessons and blocks of the workspace that have the words, with an excerpt and the path to them.',
    args: {
      query: t.arg.string({
        ...limitedBy(words),
        required: true,
        description: 'The words; "a phrase", -not and or are understood.',
      }),
      ...pageArgs,
    },
    complexity: (args) => ({ multiplier: args.perPage ?? 20 }),
    resolve: async (_root, { query, ...args }, context) => {
      const page = check(paging, args)
      const found = await findContent(context.db.sql, context.workspaceId(), mustSearch('query', query), page)
      return { ...page, ...found }
    },
  }),
)
