import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCourseTree, nameOf, restLevels } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

type Step = { create: string; order?: number | null } | { move: string; order: number } | { remove: string }

const create = (name: string, order?: number | null): Step => ({ create: name, order })
const move = (name: string, order: number): Step => ({ move: name, order })
const remove = (name: string): Step => ({ remove: name })
const three = [create('A'), create('B'), create('C')]

const rules: [rule: string, steps: Step[], siblings: string][] = [
  ['the first stands at 0', [create('A')], 'A0'],
  ['the first may stand anywhere', [create('A', 7)], 'A7'],
  ['without an order, after the last', [...three, create('D')], 'A0 B1 C2 D3'],
  ['null is no order', [...three, create('D', null)], 'A0 B1 C2 D3'],
  ['after the last across a gap', [create('A', 0), create('B', 5), create('C')], 'A0 B5 C6'],
  ['a free position is kept as sent', [create('A', 0), create('B', 5), create('C', 3)], 'A0 C3 B5'],
  ['a free position past the end leaves a gap', [...three, create('D', 10)], 'A0 B1 C2 D10'],
  ['a taken position is the newcomer’s', [...three, create('D', 1)], 'A0 D1 B2 C3'],
  ['the first position too', [...three, create('D', 0)], 'D0 A1 B2 C3'],
  ['all from there on move up by one', [create('A'), create('B'), create('C', 5), create('D', 1)], 'A0 D1 B2 C6'],
  ['those before stay', [create('A', 2), create('B', 4), create('C', 4)], 'A2 C4 B5'],
  ['a change of order follows the same rule, down', [...three, move('C', 0)], 'C0 A1 B2'],
  ['and up', [...three, move('A', 2)], 'B1 A2 C3'],
  ['to a free position', [...three, move('A', 9)], 'B1 C2 A9'],
  ['to its own position', [...three, move('B', 1)], 'A0 B1 C2'],
  ['to the position beside', [...three, move('B', 2)], 'A0 B2 C3'],
  ['a delete leaves the others where they are', [...three, remove('B')], 'A0 C2'],
  ['a position that became free can be taken', [...three, remove('B'), create('D', 1)], 'A0 D1 C2'],
  ['a position after the last that left is the last’s', [...three, remove('C'), create('D')], 'A0 B1 D2'],
  [
    'after the highest position, the siblings get the positions from 0',
    [create('A', 7), create('B', 1e9), create('C')],
    'A0 B1 C2',
  ],
  [
    'a newcomer at the highest position, if it is taken, is placed before its holder',
    [create('A', 7), create('B', 1e9), create('C', 1e9)],
    'A0 C1 B2',
  ],
  ['so is one that would move the holder up', [create('A', 7), create('B', 1e9), create('C', 7)], 'C0 A1 B2'],
  ['its holder keeps it', [create('A', 7), create('B', 1e9), move('B', 1e9)], 'A7 B1000000000'],
  ['a free position stays as sent', [create('A', 7), create('B', 1e9), create('C', 3)], 'C3 A7 B1000000000'],
]

describe.each(restLevels)('the order of $level records', ({ parent, list, one, named }) => {
  async function siblingsOf() {
    const outline = await createCourseTree(service, key)
    const top = parent === 'course' ? outline.module : parent === 'module' ? outline.lesson : outline.block
    await service.rest('DELETE', one(top.id), key)
    const ids = new Map<string, string>()
    const step = async (step: Step) => {
      if ('create' in step) {
        const body = { ...named(step.create), ...(step.order !== undefined && { order: step.order }) }
        const answer = await service.rest('POST', list(outline[parent].id), key, body)
        expect(answer.status).toBe(201)
        ids.set(step.create, answer.body.data.id)
      } else if ('move' in step) {
        const answer = await service.rest('PATCH', one(ids.get(step.move)!), key, { order: step.order })
        expect([answer.status, answer.body.data.order]).toEqual([200, step.order])
      } else {
        expect((await service.rest('DELETE', one(ids.get(step.remove)!), key)).status).toBe(200)
      }
    }
    const siblings = async () => {
      const { body } = await service.rest('GET', `${list(outline[parent].id)}?per_page=100`, key)
      return body.data.map((record: { order: number }) => `${nameOf(record)}${record.order}`).join(' ')
    }
    return { step, siblings }
  }

  test.each(rules)('%s', async (_rule, steps, expected) => {
    const { step, siblings } = await siblingsOf()
    for (const next of steps) await step(next)
    expect(await siblings()).toBe(expected)
  })

  test('never has a position that a request may not have, after a duplicate, a move or a restore', async () => {
    const { body: made } = await service.rest('POST', '/courses', key, {
      name: 'C',
      modules: [
        { name: 'M', lessons: [{ name: 'L' }] },
        { name: 'N', lessons: [{ name: 'K' }] },
      ],
    })
    const tree = (await service.rest('GET', `/courses/${made.data.id}/tree`, key)).body.data
    const parents = {
      course: [tree.id, (await service.rest('POST', '/courses', key, { name: 'D' })).body.data.id],
      module: tree.modules.map(({ id }: { id: string }) => id),
      lesson: tree.modules.map(({ lessons }: { lessons: { id: string }[] }) => lessons[0]!.id),
    }[parent]
    const make = async (name: string, at: string) =>
      (await service.rest('POST', list(at), key, { ...named(name), order: 1e9 })).body.data.id as string
    const [last, other] = [await make('A', parents[0]), await make('B', parents[1])]
    const orders = async () =>
      (await service.rest('GET', list(parents[0]), key)).body.data.map(({ order }: { order: number }) => order)
    const expectValid = async (changed: Promise<{ status: number }>) => {
      expect((await changed).status).toBeLessThan(300)
      expect(Math.max(...(await orders()))).toBeLessThanOrEqual(1e9)
    }
    await expectValid(service.rest('POST', `${one(last)}/duplicate`, key))
    await service.rest('PATCH', one(last), key, { order: 1e9 })
    await expectValid(service.rest('POST', `${one(other)}/move`, key, { [`${parent}Id`]: parents[0] }))
    await service.rest('DELETE', one(last), key)
    await make('C', parents[0])
    const trash = (await service.rest('GET', '/trash', key)).body.data
    const entry = trash.find(({ nodeId, id }: { nodeId?: string; id: string }) => nodeId === last || id === last)
    await expectValid(service.rest('POST', `/trash/${entry.trashId ?? entry.id}/restore`, key))
  })

  test('after any sequence of writes, the order is that of the model', async () => {
    const order = fc.integer({ min: 0, max: 6 })
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('create'), order: fc.option(order, { nil: undefined }), at: fc.nat() }),
        fc.record({ kind: fc.constantFrom('move', 'move', 'remove'), order, at: fc.nat() }),
      ),
      { maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const { step, siblings } = await siblingsOf()
        const model = new Map<string, number>()
        let made = 0
        for (const { kind, order, at } of plan) {
          const name = [...model.keys()][at % model.size]
          if (kind === 'create') {
            const fresh = `N${made++}-`
            place(model, fresh, order)
            await step(create(fresh, order))
          } else if (name !== undefined && kind === 'move') {
            place(model, name, order)
            await step(move(name, order!))
          } else if (name !== undefined) {
            model.delete(name)
            await step(remove(name))
          }
        }
        const expected = [...model].sort(([, a], [, b]) => a - b).map(([name, order]) => `${name}${order}`)
        expect(await siblings()).toBe(expected.join(' '))
      }),
      { numRuns: 10 },
    )
  })
})

/** The rule of the design's section "Order", as a model. */
function place(model: Map<string, number>, name: string, order: number | undefined): void {
  model.delete(name)
  const wanted = order ?? Math.max(-1, ...model.values()) + 1
  if ([...model.values()].includes(wanted)) {
    for (const [other, at] of model) if (at >= wanted) model.set(other, at + 1)
  }
  model.set(name, wanted)
}
