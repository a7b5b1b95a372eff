import { setImmediate as nextTurn } from 'node:timers/promises'
import { buildSchema, parse } from 'graphql'
import { expect, test } from 'vitest'
import type { GraphQLContext } from '../../../src/operations/context.ts'
import { makeExecutorWithPluginHooks } from '../../../src/operations/execution/direct-execution.ts'
import { useReadReplica } from '../../../src/operations/execution/read-replica.ts'

const schema = buildSchema('type Query { course: Int } type Mutation { rename: Int }')
const execute = makeExecutorWithPluginHooks([useReadReplica()])

test('the response to a change waits until the position of the write is recorded, and that to a query does not', async () => {
  const recorded = Promise.withResolvers<void>()
  const written: string[] = []
  const replica = {
    chooseReadDatabase: async () => 'replica',
    recordWrite: (workspaceId: string) => {
      written.push(workspaceId)
      return recorded.promise
    },
  }
  const run = async (text: string) => {
    const contextValue = { caller: { workspaceId: 'w' }, replica, db: 'primary' } as unknown as GraphQLContext
    const { data } = await execute({ schema, document: parse(text), contextValue, rootValue: { course: 1, rename: 2 } })
    return [data, contextValue.db]
  }
  expect([await run('{ course }'), written]).toEqual([[{ course: 1 }, 'replica'], []])
  let response: unknown
  const change = run('mutation { rename }').then((result) => {
    response = result
  })
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect([response, written]).toEqual([undefined, ['w']])
  recorded.resolve()
  await change
  expect(response).toEqual([{ rename: 2 }, 'primary'])
})
