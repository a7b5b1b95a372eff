import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeCourseLimiter } from '../../../src/courses/outline/whole-course-limiter.ts'
import { largeTreeWriteLimiter } from '../../../src/courses/tree/large-writes.ts'
import { treeReadLimiter } from '../../../src/courses/tree/reads/tree-read-turns.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let workspaceId: string
let key: string
let id: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  id = (await service.rest('POST', '/courses', key, { name: 'Course' })).body.data.id
})
afterAll(() => service.close())

const put = (body: object, course = id) => service.rest('PUT', `/courses/${course}/tree`, key, body)
const tiny = (count: number) => Array.from({ length: count }, () => ({ type: 'text', content: { text: '' } }))
const fieldsOf = async (answer: ReturnType<typeof put>) => {
  const { status, body } = await answer
  return [status, body.error?.details.fields]
}

test('a tree names its nodes by ids in capitals too', async () => {
  const made = await service.rest('POST', '/courses', key, {
    name: 'Course',
    modules: [{ name: 'M', lessons: [{ name: 'L', blocks: tiny(1) }] }],
  })
  const path = `/courses/${made.body.data.id}/tree`
  const { modules } = (await service.rest('GET', path, key)).body.data
  const [module] = modules
  const [lesson] = module.lessons
  const upper = (node: { id: string }) => ({ ...node, id: node.id.toUpperCase() })
  const { counts } = (
    await put(
      {
        modules: [
          {
            ...upper({ id: module.id }),
            name: 'New',
            lessons: [
              {
                ...upper({ id: lesson.id }),
                name: 'L',
                blocks: [{ ...tiny(1)[0], ...upper({ id: lesson.blocks[0].id }) }],
              },
            ],
          },
        ],
      },
      made.body.data.id,
    )
  ).body.data
  expect(counts).toEqual({ created: 0, updated: 1, moved: 0, deleted: 0, unchanged: 2 })
})

test('a node cannot take the key of a node that the call does not name, on any level', async () => {
  const made = await service.rest('POST', '/courses', key, {
    name: 'Course',
    modules: [{ key: 'first', name: 'First', lessons: [{ key: 'lesson', name: 'L' }] }, { name: 'Second' }],
  })
  const course = made.body.data.id
  const { modules } = (await service.rest('GET', `/courses/${course}/tree`, key)).body.data
  for (const [taken, kind] of [
    ['first', 'module'],
    ['lesson', 'lesson'],
  ]) {
    expect(await fieldsOf(put({ modules: [{ id: modules[1].id, key: taken, name: 'Second' }] }, course))).toEqual([
      400,
      [{ path: 'modules', message: `the key ${taken} belongs to a ${kind} that the request does not list` }],
    ])
  }
})

test('a list of siblings has at most 10,000 entries, and a tree 25,000 nodes', async () => {
  const lessons = (...counts: number[]) => [
    { name: 'M', lessons: counts.map((count) => ({ name: 'L', blocks: tiny(count) })) },
  ]
  expect(await fieldsOf(put({ modules: lessons(10_001) }))).toEqual([
    400,
    [{ path: 'modules.0.lessons.0.blocks', message: 'must have at most 10,000 entries' }],
  ])
  const tooMany = { path: 'modules', message: 'must have at most 25,000 modules, lessons and blocks in all' }
  expect(await fieldsOf(put({ modules: lessons(10_000, 10_000, 4997) }))).toEqual([400, [tooMany]])
  const made = await service.rest('POST', '/courses', key, { name: 'Course', modules: lessons(10_000, 10_000, 4997) })
  expect([made.status, made.body.error.details.fields]).toEqual([400, [tooMany]])
})

test('a request does not give a parent more than 10,000 children with those that it has, so the tree can be put back', async () => {
  const many = (letter: string) => Array.from({ length: 5001 }, (_, index) => ({ name: `${letter}${index}` }))
  const { id } = (await service.rest('POST', '/courses', key, { name: 'A', modules: many('a') })).body.data
  for (const more of [{}, { dryRun: true }]) {
    const { status, body } = await service.rest('PUT', `/courses/${id}/tree`, key, { modules: many('b'), ...more })
    expect([status, body.error.details]).toEqual([409, { limit: 'siblings', max: 10_000 }])
  }
  const tree = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
  expect((await service.rest('PUT', `/courses/${id}/tree`, key, tree)).status).toBe(200)
})

test('a tree whose contents are all wrong names the first 50, however many one content has wrong', async () => {
  const questions = Array.from({ length: 3000 }, () => 1)
  const [status, fields] = await fieldsOf(
    put({ modules: [{ name: 'M', lessons: [{ name: 'L', blocks: [{ type: 'quiz', content: { questions } }] }] }] }),
  )
  expect([status, (fields as object[]).length]).toEqual([400, 50])
})

/** Takes the share of the workspace of whole courses, and lets so many reservations wait that end at once. */
async function fillQueue(count: number) {
  const { acquire } = service.app.services.limiters.get(wholeCourseLimiter)
  const releases = await Promise.all([1, 2].map(() => acquire(workspaceId)))
  const waiting = Array.from({ length: count }, async () => (await acquire(workspaceId))())
  return { releases, waiting }
}

test('a workspace runs two large tree calls at the same time; four wait and more get 429; small calls pass', async () => {
  const { limiters } = service.app.services
  const { releases } = await fillQueue(0)
  const large = { modules: [{ name: 'M', lessons: [{ name: 'L', blocks: tiny(2500) }] }], dryRun: true }
  const text = 'x'.repeat(250_000)
  const blocks = Array.from({ length: 4 }, () => ({ type: 'text', content: { text } }))
  const long = { modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }], dryRun: true }
  const statuses: number[] = []
  const sent = [large, long, large, long, large, long].map(async (body) => statuses.push((await put(body)).status))
  await expect.poll(() => limiters.get(wholeCourseLimiter).state().waiting, { timeout: 20_000, interval: 5 }).toBe(6)
  expect(await refusalsOf(long)).toEqual([429, { reason: 'large tree writes', limit: 6 }])
  expect((await put({ modules: [{ name: 'Small' }], dryRun: true })).status).toBe(200)
  expect(statuses).toEqual([])
  for (const release of releases) release()
  await Promise.all(sent)
  expect(statuses).toEqual(Array(6).fill(200))
  for (const limiter of [wholeCourseLimiter, largeTreeWriteLimiter])
    expect(limiters.get(limiter).state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

async function refusalsOf(body: object) {
  const { status, body: answer } = await put(body)
  return [status, answer.error?.details]
}

test('a large tree call that fails frees its turn', async () => {
  const blocks = [...tiny(2500), { type: 'text', content: {} }]
  for (let count = 0; count < 3; count++)
    expect((await put({ modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }] })).status).toBe(400)
  expect(service.app.services.limiters.get(wholeCourseLimiter).state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

const get = (course: string, query = '') => service.rest('GET', `/courses/${course}/tree${query}`, key)
async function makeLargeCourse(): Promise<string> {
  const text = 'x'.repeat(250_000)
  const blocks = Array.from({ length: 9 }, () => ({ type: 'text', content: { text } }))
  const modules = [{ name: 'M', lessons: [{ name: 'L', blocks }] }]
  return (await service.rest('POST', '/courses', key, { name: 'Large', modules })).body.data.id
}

test('a workspace reads two large courses at the same time; a hundred reads wait and more get 429; small reads pass', async () => {
  const { limiters } = service.app.services
  const large = await makeLargeCourse()
  expect((await get(large)).status).toBe(200)
  const { releases, waiting } = await fillQueue(96)
  const statuses: number[] = []
  const reads = [1, 2, 3, 4].map(async () => statuses.push((await get(large)).status))
  await expect.poll(() => limiters.get(wholeCourseLimiter).state().waiting, { timeout: 20_000, interval: 5 }).toBe(100)
  const refused = await get(large)
  expect([refused.status, refused.body.error.details]).toEqual([429, { reason: 'whole courses in memory', limit: 2 }])
  expect([(await get(id)).status, (await get(large, '?depth=outline')).status]).toEqual([200, 200])
  expect(statuses).toEqual([])
  for (const release of releases) release()
  await Promise.all([...waiting, ...reads])
  expect(statuses).toEqual([200, 200, 200, 200])
  for (const share of [limiters.get(treeReadLimiter), limiters.get(wholeCourseLimiter)])
    expect(share.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

const selection = 'modules { lessons { blocks { content } } }'
test.each([
  ['its text', (course: string) => service.rest('GET', `/courses/${course}/reading?as=full`, key)],
  ['a node', (course: string) => service.graphql(`{ node(id: "${course}") { ... on Course { ${selection} } } }`, key)],
  [
    'nodes',
    (course: string) => service.graphql(`{ nodes(ids: ["${course}"]) { ... on Course { ${selection} } } }`, key),
  ],
  ['a page', (course: string) => service.graphql(`{ coursePage(ids: ["${course}"]) { items { ${selection} } } }`, key)],
  [
    'a connection',
    (course: string) => service.graphql(`{ courses(ids: ["${course}"]) { edges { node { ${selection} } } } }`, key),
  ],
])('a read of a large course as %s waits for its turn', async (_how, readCourse) => {
  const { limiters } = service.app.services
  const large = await makeLargeCourse()
  expect((await get(large)).status).toBe(200)
  const ends = await Promise.all([1, 2].map(() => limiters.get(wholeCourseLimiter).acquire(workspaceId)))
  let isAnswered = false
  const answer = readCourse(large).finally(() => {
    isAnswered = true
  })
  await expect.poll(() => isAnswered || limiters.get(wholeCourseLimiter).state().waiting, { timeout: 20_000 }).toBe(1)
  for (const end of ends) end()
  await answer
})

test('a course that is no longer large is read without the turns of large courses', async () => {
  const { limiters } = service.app.services
  const large = await makeLargeCourse()
  const [{ id: moduleId }] = (await get(large)).body.data.modules
  expect((await service.rest('DELETE', `/modules/${moduleId}`, key)).status).toBe(200)
  expect((await get(large)).status).toBe(200)
  const ends = await Promise.all([1, 2].map(() => limiters.get(wholeCourseLimiter).acquire(workspaceId)))
  expect((await get(large)).status).toBe(200)
  for (const end of ends) end()
})

test('a read that waits for its turn finds out that the course is large', async () => {
  const { limiters } = service.app.services
  const large = await makeLargeCourse()
  const held: (() => void)[] = []
  for (
    let end = limiters.get(treeReadLimiter).tryAcquire(workspaceId);
    end;
    end = limiters.get(treeReadLimiter).tryAcquire(workspaceId)
  )
    held.push(end)
  const ends = await Promise.all([1, 2].map(() => limiters.get(wholeCourseLimiter).acquire(workspaceId)))
  const reads = [get(large), get(large)]
  await expect.poll(() => limiters.get(treeReadLimiter).state().waiting, { timeout: 20_000, interval: 5 }).toBe(2)
  held.pop()!()
  expect((await Promise.race(reads)).status).toBe(200)
  await expect.poll(() => limiters.get(wholeCourseLimiter).state().waiting, { timeout: 20_000, interval: 5 }).toBe(1)
  for (const end of [...held, ...ends]) end()
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200])
})
