import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let workspaceId: string
let key: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  service.rest(method, path, key, body, headers)
const text = { type: 'text', content: { text: 'Water' } }
const longAgo = '2001-02-03T04:05:06.789Z'

/** Dates a course back, so that any change of it is seen. */
const dateBack = (id: string, at = longAgo) =>
  service.db.prisma.course.updateMany({ where: { id }, data: { createdAt: at, updatedAt: at, contentUpdatedAt: at } })

const changedAt = async (id: string): Promise<string> =>
  (await call('GET', `/courses/${id}`)).body.data.metadata.contentUpdatedAt

type Write = (outline: CourseTree, other: CourseTree) => Promise<{ status: number }>

/** Every write at or below a course. */
const writes: [string, Write][] = [
  ['its own change', ({ course }) => call('PATCH', `/courses/${course.id}`, { name: 'New' })],
  ['a tree', ({ course }) => call('PUT', `/courses/${course.id}/tree`, { modules: [{ name: 'New' }] })],
  ['a new module', ({ course }) => call('POST', `/courses/${course.id}/modules`, { name: 'New' })],
  ['a new module in a place', ({ course }) => call('POST', `/courses/${course.id}/modules`, { name: 'New', order: 0 })],
  ['a new lesson', ({ module }) => call('POST', `/modules/${module.id}/lessons`, { name: 'New' })],
  ['a new block', ({ lesson }) => call('POST', `/lessons/${lesson.id}/blocks`, text)],
  ['a change of a module', ({ module }) => call('PATCH', `/modules/${module.id}`, { name: 'New' })],
  ['a change of a lesson', ({ lesson }) => call('PATCH', `/lessons/${lesson.id}`, { description: 'New' })],
  ['a change of a content', ({ block }) => call('PATCH', `/blocks/${block.id}`, { content: text.content })],
  ['a change of a type', ({ block }) => call('PATCH', `/blocks/${block.id}`, text)],
  ['another place', ({ block }) => call('PATCH', `/blocks/${block.id}`, { order: 7 })],
  ['a deleted module', ({ module }) => call('DELETE', `/modules/${module.id}`)],
  ['a deleted lesson', ({ lesson }) => call('DELETE', `/lessons/${lesson.id}`)],
  ['a deleted block', ({ block }) => call('DELETE', `/blocks/${block.id}`)],
  ['a duplicate', ({ lesson }) => call('POST', `/lessons/${lesson.id}/duplicate`)],
  ['a move away', ({ block }, other) => call('POST', `/blocks/${block.id}/move`, { lessonId: other.lesson.id })],
  ['a move to it', ({ lesson }, other) => call('POST', `/blocks/${other.block.id}/move`, { lessonId: lesson.id })],
]

test.each(writes)('%s says when the content of the course was changed', async (_what, write) => {
  const [outline, other] = [await createCourseTree(service, key), await createCourseTree(service, key)]
  await dateBack(outline.course.id)
  const before = Date.now()
  expect((await write(outline, other)).status).toBeLessThan(300)
  expect(Date.parse(await changedAt(outline.course.id))).toBeGreaterThanOrEqual(before - 1)
})

test('a new order of siblings says it too, and the present order and a dry run do not', async () => {
  const { course, module } = await createCourseTree(service, key)
  const second = (await call('POST', `/courses/${course.id}/modules`, { name: 'Second' })).body.data
  await dateBack(course.id)
  await call('PUT', `/courses/${course.id}/modules/order`, { ids: [module.id, second.id] })
  await call('PUT', `/courses/${course.id}/tree`, { name: 'New', dryRun: true })
  expect(await changedAt(course.id)).toBe(longAgo)
  await call('PUT', `/courses/${course.id}/modules/order`, { ids: [second.id, module.id] })
  expect(await changedAt(course.id)).not.toBe(longAgo)
})

test('a change below leaves when the course itself was changed', async () => {
  const { course, lesson } = await createCourseTree(service, key)
  await dateBack(course.id)
  await call('POST', `/lessons/${lesson.id}/blocks`, text)
  const { metadata } = (await call('GET', `/courses/${course.id}`)).body.data
  expect(metadata).toEqual({ createdAt: longAgo, updatedAt: longAgo, contentUpdatedAt: expect.any(String) })
  expect(metadata.contentUpdatedAt > longAgo).toBe(true)
})

test.each(writes)(
  '%s in a transaction that began earlier and writes later does not take the time back',
  async (_what, write) => {
    const [outline, other] = [await createCourseTree(service, key), await createCourseTree(service, key)]
    const later = '2999-01-01T00:00:00.000Z'
    await dateBack(outline.course.id, later)
    expect((await write(outline, other)).status).toBeLessThan(300)
    expect(await changedAt(outline.course.id)).toBe(later)
  },
)

describe('a list sorted by change', () => {
  let sorted: string[]
  let listed: string
  beforeAll(async () => {
    const own = await service.workspace()
    listed = await service.key({ workspaceId: own })
    // Fewer times than courses: those that were changed at the same time are sorted by their ids.
    const courses = Array.from({ length: 23 }, (_, index) => ({
      id: `01a1fcfe-91f6-768f-881d-${String(index).padStart(12, '0')}`,
      workspaceId: own,
      name: `${index}`,
      status: index % 3 ? 'draft' : 'published',
      contentUpdatedAt: new Date(Date.UTC(2026, 0, 1 + ((index * 7) % 5))),
    }))
    await service.db.prisma.course.createMany({ data: courses })
    const order = (one: (typeof courses)[number]) => `${one.contentUpdatedAt.toISOString()} ${one.id}`
    sorted = courses.sort((a, b) => (order(a) < order(b) ? 1 : -1)).map(({ name }) => name)
  })

  type PageInfo = { startCursor: string; endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean }
  type Connection = { edges: { cursor: string; node: { name: string } }[]; pageInfo: PageInfo }
  const courses = async (args: string): Promise<Connection> =>
    (
      await service.graphql(
        `{ courses(sort: content_updated, ${args}) { edges { cursor node { name } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`,
        listed,
      )
    ).data.courses
  const namesOf = (list: { edges: { node: { name: string } }[] }) => list.edges.map(({ node }) => node.name)

  test('is read page by page by cursor, each course once, last changed first', async () => {
    const found: string[] = []
    let page = await courses('first: 4')
    found.push(...namesOf(page))
    while (page.pageInfo.hasNextPage) {
      page = await courses(`first: 4, after: "${page.pageInfo.endCursor}"`)
      found.push(...namesOf(page))
    }
    expect(found).toEqual(sorted)
  })

  test('is read from its end too, and filtered', async () => {
    const last = await courses('last: 5')
    expect(namesOf(last)).toEqual(sorted.slice(-5))
    const before = await courses(`last: 5, before: "${last.pageInfo.startCursor}"`)
    expect(namesOf(before)).toEqual(sorted.slice(-10, -5))
    const published = await courses('first: 3, published: true')
    expect(namesOf(published)).toEqual(sorted.filter((name) => Number(name) % 3 === 0).slice(0, 3))
  })

  test('is read by numbered pages, over REST too', async () => {
    const pages = [1, 2, 3, 4].map((page) => `/courses?sort=content_updated&per_page=7&page=${page}`)
    const answers = await Promise.all(pages.map((path) => service.rest('GET', path, listed)))
    expect(answers.flatMap(({ body }) => body.data.map(({ name }: { name: string }) => name))).toEqual(sorted)
    expect(answers[3]!.body.meta.total).toBe(23)
  })

  test('takes no cursor of a list with another sort, nor does that take one of this', async () => {
    const ask = (sort: string, after: string) =>
      service.graphql(`{ courses(sort: ${sort}, after: "${after}") { edges { cursor } } }`, listed)
    const mine = (await courses('first: 1')).edges[0]!.cursor
    const other = (await service.graphql('{ courses(first: 1) { edges { cursor } } }', listed)).data.courses.edges[0]
    for (const answer of [await ask('content_updated', other.cursor), await ask('created', mine)]) {
      expect(answer.errors[0].extensions.details.fields).toEqual([
        { path: 'after', message: 'must be a cursor of this list' },
      ])
    }
  })
})
