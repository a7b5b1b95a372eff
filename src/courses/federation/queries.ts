import { GraphQLScalarType } from 'graphql'
import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import { assertJsonObject, convertObjectLiteralToJson, type JsonObject } from '../../operations/json-object.ts'
import { operation } from '../../operations/operation.ts'
import { parseInput } from '../../operations/validation.ts'
import { blockRef, courseRef, lessonRef, moduleRef } from '../outline/graphql/refs.ts'
import { entityReaderByTypeName } from './entities.ts'

/** The maximum number of records that a gateway can request at once. */
const maxRepresentations = 500

declare module '../../operations/builder.ts' {
  interface ScalarTypes {
    _Any: { Input: JsonObject; Output: JsonObject }
  }
}

builder.addScalarType(
  '_Any',
  new GraphQLScalarType({
    name: '_Any',
    description: 'A reference to an entity of Apollo Federation: a JSON object with __typename and id.',
    parseValue: assertJsonObject,
    parseLiteral: convertObjectLiteralToJson,
  }),
)

const entityRef = builder.unionType('_Entity', {
  description: 'A record that other subgraphs of Apollo Federation can extend.',
  types: [blockRef, courseRef, lessonRef, moduleRef],
})

const typeNames = [...entityReaderByTypeName.keys()]
const representationSchema = z.object({
  __typename: z.enum(typeNames, `must be one of ${typeNames.join(', ')}`),
  id: z.string('must be a string'),
})
const argsSchema = z.object({
  representations: z
    .array(representationSchema)
    .max(maxRepresentations, `must have at most ${maxRepresentations} entries`),
})

builder.queryField('_entities', (t) =>
  t.field({
    ...operation({ access: 'courses:read' }),
    type: [entityRef],
    nullable: { list: false, items: true },
    description:
      'The records that a gateway of Apollo Federation requests, in the order of representations. A record that does not exist is null. At most 500 records.',
    args: {
      representations: t.arg({
        type: ['_Any'],
        required: true,
        description: 'References to the records. Each has __typename and id.',
      }),
    },
    complexity: ({ representations: { length } }) => ({ field: 10 * length, multiplier: length }),
    resolve: (_root, sent, context) => {
      const { representations } = parseInput(argsSchema, sent)
      return Promise.all(
        representations.map((reference) => entityReaderByTypeName.get(reference.__typename)!(reference, context)),
      )
    },
  }),
)
