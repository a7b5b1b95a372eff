import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(() => service.close())

const send = (method: string, path: string, body?: object, headers = {}) =>
  service.rest(method, path, key, body, headers)
const publish = (id: string, body: object = {}, headers = {}) => send('POST', `/courses/${id}/releases`, body, headers)
const courseOf = async (id: string) => (await send('GET', `/courses/${id}`)).body.data

test('a change of the key, the slug or the visibility leaves nothing to publish, and a change of the content does', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  const { treeVersion } = await courseOf(course.id)
  const settings = { key: 'botany', slug: 'botany', visibility: 'public' }
  for (const [name, value] of Object.entries(settings)) await send('PATCH', `/courses/${course.id}`, { [name]: value })
  await send('PUT', `/courses/${course.id}/tree`, { slug: 'plants' })
  expect(await courseOf(course.id)).toMatchObject({ hasUnpublishedChanges: false, treeVersion: treeVersion + 4 })
  await send('PUT', `/courses/${course.id}/tree`, { slug: 'leaves', modules: [{ name: 'Roots' }] })
  expect((await courseOf(course.id)).hasUnpublishedChanges).toBe(true)
  await publish(course.id)
  await send('PATCH', `/courses/${course.id}`, { slug: 'roots', name: 'Roots' })
  expect((await courseOf(course.id)).hasUnpublishedChanges).toBe(true)
  await send('PATCH', `/courses/${course.id}`, { slug: 'stems' })
  expect((await courseOf(course.id)).hasUnpublishedChanges).toBe(true)
})

test('a dry run of a tree that publishes or unpublishes is refused without courses:publish, as the write is', async () => {
  const { course } = await createCourseTree(service, key)
  const writer = await service.key({ workspaceId, scopes: ['courses:read', 'courses:write'] })
  const put = async (body: object) => {
    const answers = [true, false].map((dryRun) =>
      service.rest('PUT', `/courses/${course.id}/tree`, writer, { name: 'X', ...body, dryRun }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await put({ published: true })).toEqual([403, 403])
  expect(await put({ published: false })).toEqual([200, 200])
  await publish(course.id)
  expect(await put({ published: false })).toEqual([403, 403])
  expect(await put({})).toEqual([200, 200])
})

test('the stored result of a repeated publish has no outline', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  expect((await publish(course.id, {}, { 'Idempotency-Key': 'again' })).status).toBe(200)
  const [stored] = await service.db.prisma.$queryRawUnsafe<{ result: object }[]>(
    `SELECT result FROM idempotency_keys WHERE key = 'again'`,
  )
  expect(stored!.result).toMatchObject({ isNew: false, release: { number: 1 } })
  expect(stored!.result).not.toHaveProperty('release.outline')
})

test('a publish of a lesson is refused with the key of a module that has moved', async () => {
  const { course, module } = await createCourseTree(service, key)
  await send('PATCH', `/modules/${module.id}`, { key: 'basics' })
  await publish(course.id)
  await send('PATCH', `/modules/${module.id}`, { key: 'old' })
  const added = (await send('POST', `/courses/${course.id}/modules`, { name: 'Roots', key: 'basics' })).body.data
  const lesson = (await send('POST', `/modules/${added.id}/lessons`, { name: 'Water' })).body.data
  await send('POST', `/lessons/${lesson.id}/blocks`, { type: 'text', content: { text: 'Roots drink.' } })
  const { status, body } = await publish(course.id, { lessonIds: [lesson.id] })
  expect([status, body.error.details]).toEqual([409, { reason: 'module_keys_moved', keys: ['basics'], lessonIds: [] }])
  expect((await publish(course.id)).status).toBe(201)
})

test('a refusal because of keys of modules names each key once, and at most 100 keys and 100 lessons', async () => {
  const { course } = await createCourseTree(service, key)
  const path = `/courses/${course.id}/tree`
  const block = (key: string) => ({ key, type: 'text', content: { text: 'Words.' } })
  const names = Array.from({ length: 101 }, (_, index) => `k${index}`)
  const before = names.map((name) => ({
    key: name,
    name,
    lessons: [{ key: `${name}l`, name, blocks: [block(`${name}b`)] }],
  }))
  const last = { key: 'last', name: 'Last', lessons: [{ key: 'kept', name: 'Kept', blocks: [block('keptb')] }] }
  expect((await send('PUT', path, { modules: [...before, last], prune: true })).status).toBe(200)
  expect((await publish(course.id)).status).toBe(201)
  const outline = async () => (await send('GET', `${path}`)).body.data.modules
  // Each module and its block get other keys, and one lesson takes the keys of all of them.
  type Lesson = { id: string; key: string; name: string; blocks: { id: string; key: string }[] }
  type Module = { id: string; key: string; name: string; lessons: Lesson[] }
  const after = (await outline()).slice(0, -1).map(({ id, key, name, lessons: [lesson] }: Module) => {
    const blocks = lesson!.blocks.map((one) => ({ id: one.id, ...block(`${one.key}new`) }))
    return { id, key: `${key}new`, name, lessons: [{ id: lesson!.id, name, blocks }] }
  })
  expect((await send('PUT', path, { modules: after })).status).toBe(200)
  const taking = { key: 'taking', name: 'Taking', blocks: names.flatMap((name) => [block(name), block(`${name}b`)]) }
  expect((await send('PUT', path, { modules: [{ key: 'last', name: 'Last', lessons: [taking] }] })).status).toBe(200)
  const lesson = (await outline()).at(-1).lessons.find(({ key }: Lesson) => key === 'taking')
  const { status, body } = await publish(course.id, { lessonIds: [lesson.id] })
  const { reason, keys, lessonIds } = body.error.details
  expect([status, reason]).toEqual([409, 'module_keys_moved'])
  expect(keys).toEqual(names.slice(0, 100))
  expect([lessonIds.length, new Set(lessonIds).size]).toEqual([100, 100])
})
