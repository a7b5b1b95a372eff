import { expect, onTestFinished, test } from 'vitest'
import { treeLessonInputSchema, treeModuleInputListSchema } from '../../../src/courses/tree/input-schemas.ts'
import { waitForTurnIfLargeTreeWrite } from '../../../src/courses/tree/large-writes.ts'
import type { GraphQLContext } from '../../../src/operations/context.ts'

const context = {
  workspaceId: () => 'workspace',
  limiters: { get: () => ({ acquireNow: () => () => {}, acquire: async () => () => {} }) },
} as unknown as GraphQLContext

/** A tree of `count` nodes, whose JSON has `chars` characters as the service counts them. */
function treeOf(count: number, chars = 0) {
  const blocks = Array.from({ length: count - 2 }, () => ({ key: '' }))
  const tree = (key: string) => ({ modules: [{ lessons: [{ blocks, key }] }] })
  return tree('x'.repeat(chars))
}
const isLarge = async (input: object) => (await waitForTurnIfLargeTreeWrite({ input }, context)) !== undefined

test('a tree with more than 2,000 nodes waits for its turn', async () => {
  expect([await isLarge(treeOf(2000)), await isLarge(treeOf(2001))]).toEqual([false, true])
})

test('a tree with more than 1,000,000 characters waits for its turn', async () => {
  // Each of the seven objects, lists and texts of this tree except the key counts as eight characters or less.
  expect([await isLarge(treeOf(2, 999_000)), await isLarge(treeOf(2, 1_000_001))]).toEqual([false, true])
})

test('a tree with more than 25,000 nodes is refused', async () => {
  expect(await isLarge(treeOf(25_000))).toBe(true)
  await expect(isLarge(treeOf(25_001))).rejects.toMatchObject({ code: 'invalid_request' })
})

test('other requests run before a large tree is checked again', async () => {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  onTestFinished(() => clearImmediate(next))
  await isLarge(treeOf(2))
  expect(turns).toBe(0)
  await isLarge(treeOf(2001))
  expect(turns).toBe(1)
})

test('a parent takes 10,000 children in one request, and a field that is ignored 200 characters', () => {
  const modules = (length: number) => treeModuleInputListSchema.safeParse(Array(length).fill({ name: 'M' })).success
  expect([modules(10_000), modules(10_001)]).toEqual([true, false])
  const lesson = (length: number) =>
    treeLessonInputSchema.safeParse({ name: 'L', moduleId: 'x'.repeat(length) }).success
  expect([lesson(200), lesson(201)]).toEqual([true, false])
})
