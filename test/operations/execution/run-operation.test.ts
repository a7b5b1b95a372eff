import { GraphQLError, type GraphQLSchema } from 'graphql'
import { expect, test } from 'vitest'
import type { GraphQLContext } from '../../../src/operations/context.ts'
import { parseAndValidateDocument } from '../../../src/operations/execution/run-operation.ts'

type Args = Parameters<typeof parseAndValidateDocument>

/** Prepares a document whose parser throws an error. */
function prepare(error: Error) {
  const executor = { documents: new Map(), apiDocuments: new Map() } as unknown as Args[0]
  const parse = () => {
    throw error
  }
  const enveloped = { schema: {} as GraphQLSchema, parse, validate: () => [] } as unknown as Args[1]
  return parseAndValidateDocument(executor, enveloped, { api: 'graphql' } as GraphQLContext, '{ a }')
}

test('a document that is nested too deeply for the parser is invalid, and another failure of the parser is internal', () => {
  expect(prepare(new RangeError('Maximum call stack size exceeded'))).toEqual({
    problems: [
      expect.objectContaining({
        message: 'The document is nested too deeply.',
        extensions: { code: 'invalid_request', details: {} },
      }),
    ],
  })
  const syntax = new GraphQLError('Syntax Error')
  expect(prepare(syntax)).toEqual({ problems: [syntax] })
  expect(() => prepare(new TypeError('broken'))).toThrow('broken')
})
