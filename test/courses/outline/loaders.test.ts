import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDataLoaders } from '../../../src/courses/outline/reads/loaders.ts'
import type { GraphQLContext } from '../../../src/operations/context.ts'
import { makeUuidV7 } from '../../../src/platform/uuid.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let workspaces: string[]
let keys: string[]
let outlines: CourseTree[]
beforeAll(async () => {
  service = await startTestService()
  workspaces = [await service.workspace(), await service.workspace()]
  keys = await Promise.all(workspaces.map((workspaceId) => service.key({ workspaceId })))
  outlines = [await createCourseTree(service, keys[0]!), await createCourseTree(service, keys[1]!, 'Foreign')]
})
afterAll(() => service.close())

/** What loaders need of a request's context. */
const requestIn = (workspaceId: string) => ({ db: service.db, workspaceId: () => workspaceId }) as GraphQLContext

test('requests of one turn of the event loop share a statement within their workspace', async () => {
  const [mine, theirs] = outlines.map(({ course }) => course.id)
  const [here, there] = workspaces
  const statements = await statementsOf(async () => {
    const found = await Promise.all([
      getDataLoaders(requestIn(here!)).course.load(mine!),
      getDataLoaders(requestIn(here!)).course.load(mine!.toUpperCase()),
      getDataLoaders(requestIn(here!)).course.load(theirs!),
      getDataLoaders(requestIn(there!)).course.load(theirs!),
      getDataLoaders(requestIn(there!)).course.load(mine!),
    ])
    expect(found.map((course) => course?.id)).toEqual([mine, mine, undefined, theirs, undefined])
  })
  expect(statements).toHaveLength(2)
})

test('a batch reads at most 500 records', async () => {
  const ids = Array.from({ length: 501 }, () => makeUuidV7())
  const statements = await statementsOf(() =>
    Promise.all(ids.map((id) => getDataLoaders(requestIn(workspaces[0]!)).course.load(id))),
  )
  expect(statements).toHaveLength(2)
})

test('a batch reads at most 100 blocks', async () => {
  const ids = Array.from({ length: 101 }, () => makeUuidV7())
  const load = (count: number) =>
    statementsOf(() =>
      Promise.all(ids.slice(0, count).map((id) => getDataLoaders(requestIn(workspaces[0]!)).block.load(id))),
    )
  expect([(await load(100)).length, (await load(101)).length]).toEqual([1, 2])
})

test('at most 1,000 workspaces have loaders', () => {
  const requestAt = (workspaceId: string) => ({ ...requestIn(workspaceId), db: { sql } }) as GraphQLContext
  const sql = { ...service.db.sql }
  const first = getDataLoaders(requestAt('0'))
  for (let count = 1; count < 1000; count++) getDataLoaders(requestAt(`${count}`))
  expect(getDataLoaders(requestAt('0'))).toBe(first)
  getDataLoaders(requestAt('1000'))
  expect(getDataLoaders(requestAt('0'))).not.toBe(first)
})

test('a read that follows a write sees it', async () => {
  const { course } = outlines[0]!
  for (const name of ['First', 'Second']) {
    await service.rest('PATCH', `/courses/${course.id}`, keys[0]!, { name })
    const [one, other] = await Promise.all([1, 2].map(() => service.rest('GET', `/courses/${course.id}`, keys[0]!)))
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
    const { data, errors } = await service.graphql(query, keys[0]!, { id: outlines[0]!.course.id })
    expect(errors).toBeUndefined()
    return [data.course, ...data.coursePage.items]
  }
  const whole = await ask((level) => fields[level])
  const wanted = [...words, 'modules', 'lessons', 'blocks', '__typename']
  expect(await ask(of)).toEqual(whole.map((tree) => only(wanted, tree)))
})
