import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../src/context.ts'
import { loadersOf } from '../../src/outline/loaders.ts'
import { makeOutline, type Outline } from '../course-fixture.ts'
import { type House, makeHouse } from '../house.ts'
import { statementsOf } from '../statements.ts'

let house: House
let workspaces: string[]
let keys: string[]
let outlines: Outline[]
beforeAll(async () => {
  house = await makeHouse()
  workspaces = [await house.workspace(), await house.workspace()]
  keys = await Promise.all(workspaces.map((workspaceId) => house.key({ workspaceId })))
  outlines = [await makeOutline(house, keys[0]!), await makeOutline(house, keys[1]!, 'Foreign')]
})
afterAll(() => house.close())

/** What loaders need of a request's context. */
const requestIn = (workspaceId: string) => ({ db: house.db, workspaceId: () => workspaceId }) as Context

test('requests of a turn share a statement, those of another workspace have their own', async () => {
  const [mine, theirs] = outlines.map(({ course }) => course.id)
  const [here, there] = workspaces
  const statements = await statementsOf(async () => {
    const found = await Promise.all([
      loadersOf(requestIn(here!)).course.load(mine!),
      loadersOf(requestIn(here!)).course.load(mine!.toUpperCase()),
      loadersOf(requestIn(here!)).course.load(theirs!),
      loadersOf(requestIn(there!)).course.load(theirs!),
      loadersOf(requestIn(there!)).course.load(mine!),
    ])
    expect(found.map((course) => course?.id)).toEqual([mine, mine, undefined, theirs, undefined])
  })
  expect(statements).toHaveLength(2)
})

test('a read that follows a write sees it', async () => {
  const { course } = outlines[0]!
  for (const name of ['First', 'Second']) {
    await house.rest('PATCH', `/courses/${course.id}`, keys[0]!, { name })
    const [one, other] = await Promise.all([1, 2].map(() => house.rest('GET', `/courses/${course.id}`, keys[0]!)))
    expect([one?.body.data.name, other?.body.data.name]).toEqual([name, name])
  }
})

const fields = {
  modules: 'id courseId name description key order version metadata { createdAt updatedAt } lessonCount',
  lessons: 'id moduleId name description key order version metadata { createdAt updatedAt }',
  blocks: 'id lessonId type content key order version metadata { createdAt updatedAt }',
}
// biome-ignore lint/suspicious/noExplicitAny: records of every shape.
type Tree = any

/** Only `wanted` of a record and of all below it. */
const only = (wanted: string[], record: Tree): Tree =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([name]) => wanted.includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => only(wanted, one)) : value]),
  )

test.each([
  'id',
  'name order',
  'id type content',
  'content',
  'key',
  'metadata { updatedAt }',
  'version',
  'courseId moduleId lessonId lessonCount',
])('a tree and a page of trees of which only %s is asked say of it what the whole says', async (some) => {
  const words = some.split(/\W+/)
  const of = (level: keyof typeof fields) =>
    words
      .filter((word) => fields[level].split(/\W+/).includes(word) && word !== 'updatedAt')
      .map((word) => (word === 'metadata' ? 'metadata { createdAt updatedAt }' : word))
      .join(' ')
  const selection = (pick: (level: keyof typeof fields) => string) =>
    `modules { __typename ${pick('modules')} lessons { __typename ${pick('lessons')} blocks { __typename ${pick('blocks')} } } }`
  const ask = async (pick: (level: keyof typeof fields) => string): Promise<Tree[]> => {
    const query = `query ($id: ID!) { course(id: $id) { ${selection(pick)} } coursePage(perPage: 1) { items { ${selection(pick)} } } }`
    const { data, errors } = await house.graphql(query, keys[0]!, { id: outlines[0]!.course.id })
    expect(errors).toBeUndefined()
    return [data.course, ...data.coursePage.items]
  }
  const whole = await ask((level) => fields[level])
  const wanted = [...words, 'modules', 'lessons', 'blocks', '__typename']
  expect(await ask(of)).toEqual(whole.map((tree) => only(wanted, tree)))
})
