import { RequestCache } from '@pothos/plugin-scope-auth'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { GraphQLContext } from '../../../src/operations/context.ts'
import { parseAndValidateDocument } from '../../../src/operations/execution/run-operation.ts'
import { missingId } from '../../support/course-fixture.ts'
import { serviceForTest } from '../../support/service.ts'

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

test('the cache of access checks is cleared after each request, also after one that fails', async () => {
  const clear = vi.spyOn(RequestCache, 'clearForContext')
  onTestFinished(() => clear.mockRestore())
  const service = await serviceForTest()
  const key = await service.key()
  for (const [path, status] of [
    ['/courses', 200],
    [`/courses/${missingId}`, 404],
  ] as const) {
    clear.mockClear()
    expect((await service.rest('GET', path, key)).status).toBe(status)
    expect(clear).toHaveBeenCalledTimes(1)
  }
})
