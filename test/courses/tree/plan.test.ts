import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseSiblingsToKeepInPlace } from '../../../src/courses/outline/writes/kept-order.ts'
import { moduleRecordDefinition } from '../../../src/courses/records/module.ts'
import type { DesiredTreeNode, StoredTreeNode } from '../../../src/courses/tree/nodes.ts'
import { planTreeChangesInSteps } from '../../../src/courses/tree/plan.ts'
import { makeUuidV7 } from '../../../src/platform/uuid.ts'
import { emptyFieldsOf } from '../../support/empty-fields.ts'
import { planTreeChanges } from '../../support/plan-tree-changes.ts'

type ModuleNode = Extract<StoredTreeNode, { kind: 'module' }>
type Desired = Extract<DesiredTreeNode, { kind: 'module' }>

const moduleFields = (name: string) => ({ ...emptyFieldsOf(moduleRecordDefinition), name })
const stored = (name: string, order: number, key: string | null = name): ModuleNode => ({
  kind: 'module',
  id: `id-${name}-${order}`,
  parentId: 'course',
  key,
  order,
  fields: moduleFields(name),
})
const wanted = (name: string, key: string | undefined = name): Desired => ({
  kind: 'module',
  path: 'modules.0',
  ...(key !== undefined && { key }),
  fields: { name },
})
const nameless = (name: string): Desired => ({ kind: 'module', path: 'modules.0', fields: { name } })

function plan(current: readonly StoredTreeNode[], desired: readonly DesiredTreeNode[], prune = false) {
  let made = 0
  const { nodes, problems } = planTreeChanges('course', current, desired, { prune, makeId: () => `new-${made++}` })
  expect(problems).toEqual([])
  return nodes
}
const keptOf = (nodes: ReturnType<typeof plan>) => nodes.filter(({ change }) => change !== 'deleted')
const sequenceOf = (nodes: ReturnType<typeof plan>) =>
  keptOf(nodes)
    .toSorted((a, b) => a.order - b.order)
    .map(({ key, current, desired }) => key ?? current?.fields ?? desired?.fields)

/** The tree after a plan, as the database would store it. */
const apply = (nodes: ReturnType<typeof plan>): StoredTreeNode[] =>
  keptOf(nodes).map(({ kind, id, parentId, key, order, current, desired }) => {
    const fields = { ...moduleFields(''), ...current?.fields, ...desired?.fields }
    return { kind, id, parentId, key, order, fields } as StoredTreeNode
  })

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const someNames = fc.shuffledSubarray(names)

test('the moved siblings are as few as a search through all subsequences finds', () => {
  const increases = (orders: number[]) => orders.every((order, index) => index === 0 || orders[index - 1]! < order)
  function brute(orders: number[]): number {
    let longest = 0
    for (let mask = 0; mask < 1 << orders.length; mask++) {
      const chosen = orders.filter((_order, index) => mask & (1 << index))
      if (chosen.length > longest && increases(chosen)) longest = chosen.length
    }
    return longest
  }
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8]), fc.array(fc.boolean()), (orders, listed) => {
      const siblings = orders.map((order, index) => ({ order, isListed: listed[index] ?? true }))
      const unmoved = chooseSiblingsToKeepInPlace(siblings)
      expect(increases(siblings.filter((one) => unmoved.has(one)).map(({ order }) => order))).toBe(true)
      expect(unmoved.size).toBe(brute(orders))
    }),
  )
})

test('of two equally long subsequences, the one with siblings that the request leaves out counts as unmoved', () => {
  const [b, left, a] = [
    { order: 2, isListed: true },
    { order: 1, isListed: false },
    { order: 0, isListed: true },
  ]
  expect([...chooseSiblingsToKeepInPlace([b!, left!, a!])]).toEqual([left])
})

test('children that a list leaves out keep their sequence, the listed ones have the given sequence, and a repeat changes nothing', () => {
  fc.assert(
    fc.property(someNames, someNames, fc.boolean(), (before, list, prune) => {
      const current = before.map((name, order) => stored(name, order))
      const desired = list.map((name) => wanted(name))
      const nodes = plan(current, desired, prune)
      const after = sequenceOf(nodes)
      expect(after.filter((key) => list.includes(key as string))).toEqual(list)
      const left = before.filter((name) => !list.includes(name))
      expect(after.filter((key) => !list.includes(key as string))).toEqual(prune ? [] : left)
      const again = plan(apply(nodes), desired, prune)
      expect(again.every(({ change, isShifted }) => change === 'unchanged' && !isShifted)).toBe(true)
    }),
  )
})

test('the places of children that a list leaves out stay, as long as only present children are listed', () => {
  fc.assert(
    fc.property(someNames, fc.infiniteStream(fc.boolean()), (before, chosen) => {
      const list = fc.sample(fc.shuffledSubarray(before.filter(() => chosen.next().value === true)), 1)[0]!
      const after = sequenceOf(
        plan(
          before.map((name, order) => stored(name, order)),
          list.map((name) => wanted(name)),
        ),
      )
      for (const [index, name] of before.entries()) if (!list.includes(name)) expect(after[index]).toBe(name)
    }),
  )
})

test.each([
  [['a', 'b'], ['x'], ['a', 'b', 'x']],
  [
    ['a', 'b'],
    ['a', 'x'],
    ['a', 'x', 'b'],
  ],
  [
    ['a', 'b'],
    ['x', 'a'],
    ['x', 'a', 'b'],
  ],
  [
    ['a', 'b', 'c'],
    ['x', 'b', 'y'],
    ['a', 'x', 'b', 'y', 'c'],
  ],
  [
    ['a', 'b', 'c'],
    ['c', 'a'],
    ['c', 'b', 'a'],
  ],
])('the children %j with the list %j become %j', (before, list, after) => {
  const nodes = plan(
    before.map((name, order) => stored(name, order)),
    list.map((name) => wanted(name)),
  )
  expect(sequenceOf(nodes)).toEqual(after)
})

test('an insertion before all others moves none of them, and only their numbers change', () => {
  const current = names.map((name, order) => stored(name, order))
  const nodes = plan(current, [wanted('first'), ...names.map((name) => wanted(name))])
  expect(nodes.map(({ change, isMoved, isShifted }) => [change, isMoved, isShifted])).toEqual([
    ['created', false, false],
    ...names.map(() => ['unchanged', false, true]),
  ])
})

test('a node that changes and moves is updated, with its fields and its new position', () => {
  const current = [stored('a', 0), stored('b', 1), stored('c', 2)]
  const nodes = plan(current, [wanted('c'), wanted('a'), { ...wanted('b'), fields: { name: 'B' } }], true)
  expect(nodes.map(({ key, change, fields, isMoved }) => [key, change, fields, isMoved])).toEqual([
    ['c', 'moved', [], true],
    ['a', 'unchanged', [], false],
    ['b', 'updated', ['name'], false],
  ])
  const both = plan(current, [{ ...wanted('c'), fields: { name: 'C' } }, wanted('a'), wanted('b')], true)
  expect(both[0]).toMatchObject({ change: 'updated', fields: ['name'], isMoved: true, path: 'modules.0' })
})

test('nodes without a key and an id are found again by their names, in their sequence', () => {
  const list = [nameless('a'), nameless('a'), nameless('b')]
  const first = plan([], list)
  expect(first.map(({ change }) => change)).toEqual(['created', 'created', 'created'])
  const again = plan(apply(first), list)
  expect(again.map(({ id, change }) => [id, change])).toEqual(first.map(({ id }) => [id, 'unchanged']))
})

test('a plan that was carried out is empty the second time, however often a name occurs', () => {
  const twoNames = fc.constantFrom('a', 'b')
  const listed = fc.record({ name: twoNames, description: fc.constantFrom('x', 'y', undefined), hasKey: fc.boolean() })
  fc.assert(
    fc.property(fc.array(twoNames, { maxLength: 7 }), fc.array(listed, { maxLength: 5 }), (before, list) => {
      const current = before.map((name, order) => stored(name, order, order % 3 === 0 ? `k${order}` : null))
      const desired = list.map(
        ({ name, description, hasKey }, index): Desired => ({
          ...(hasKey ? wanted(name, `k${3 * index}`) : nameless(name)),
          fields: { name, ...(description !== undefined && { description }) },
        }),
      )
      const { nodes, problems } = planTreeChanges('course', current, desired, { prune: false, makeId: makeUuidV7 })
      if (problems.length > 0) return
      const repeated = plan(apply(nodes), desired)
      expect(repeated.every(({ change, isMoved, isShifted }) => change === 'unchanged' && !isMoved && !isShifted)).toBe(
        true,
      )
    }),
    { numRuns: 1000 },
  )
})

test('a node that another node of the request names by key is not found by its name', () => {
  const nodes = plan([stored('a', 0, 'k')], [nameless('a'), { ...wanted('a', 'k') }], true)
  expect(nodes.map(({ key, change }) => [key, change])).toEqual([
    [null, 'created'],
    ['k', 'unchanged'],
  ])
})

test('the plan of a large tree stops often, so that other requests can run', () => {
  const many = Array.from({ length: 1000 }, (_, index) => index)
  const current = many.map((index) => stored(`m${index}`, index))
  // The last node has no id and no key, so the nodes are also matched by their content.
  const desired = [...many.slice(0, -1).map((index) => wanted(`m${index}`)), nameless('m999')]
  const options = { prune: true, makeId: () => 'new' }
  const steps = [...planTreeChangesInSteps('course', current, desired, options)]
  // Each of the four passes over the nodes stops after every 200 nodes.
  expect(steps.length).toBeGreaterThanOrEqual(4 * 4)
})
