import type { GraphQLResolveInfo } from 'graphql'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { computePageListComplexity } from '../../operations/pages.ts'
import { makeFieldLimitOptionsFromZod, parseArgument } from '../../operations/validation.ts'
import { requestedIdsSchema } from '../course-list/reads/course-filters.ts'
import { recordInterfaceRef } from '../outline/graphql/refs.ts'
import { getRequestedLevelsBelow, getRequestedTreeLevels } from '../tree/reads/lookahead.ts'
import { readRecordsByIds } from './read-records.ts'

const getRequestedLevels = (info: GraphQLResolveInfo) => ({
  course: getRequestedTreeLevels(info),
  module: getRequestedLevelsBelow(info, 'module'),
  lesson: getRequestedLevelsBelow(info, 'lesson'),
})

builder.queryField('node', (t) =>
  t.field({
    ...operation({ access: 'courses:read' }),
    type: recordInterfaceRef,
    nullable: true,
    description: 'The course, module, lesson or block with this identifier. Null if no record has the identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the record.' }) },
    resolve: async (_root, { id }, context, info) => {
      const [found] = await readRecordsByIds(context, [id], getRequestedLevels(info))
      return found ?? null
    },
  }),
)

builder.queryField('nodes', (t) =>
  t.field({
    ...operation({ access: 'courses:read' }),
    type: [recordInterfaceRef],
    nullable: { list: false, items: true },
    description:
      'The courses, modules, lessons and blocks with these identifiers, in the order of ids. A record that does not exist is null.',
    args: {
      ids: t.arg.idList({
        ...makeFieldLimitOptionsFromZod(requestedIdsSchema),
        required: true,
        description: 'Identifiers of the records, at most 100.',
      }),
    },
    complexity: ({ ids }) => computePageListComplexity(ids.length),
    resolve: (_root, sent, context, info) => {
      const ids = parseArgument('ids', requestedIdsSchema, sent.ids)
      return readRecordsByIds(context, ids, getRequestedLevels(info))
    },
  }),
)
