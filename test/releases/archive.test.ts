import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../support/course-fixture.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let workspaceId: string
let key: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const data = async (method: string, path: string, body?: unknown) => (await rest(method, path, body)).body.data
const idsOf = async (query: string) =>
  (await data('GET', `/courses?per_page=100${query}`)).map(({ id }: { id: string }) => id) as string[]

test('an archived course leaves lists and searches, unless they ask for it', async () => {
  const { course } = await createCourseTree(service, key, 'Mosses')
  await rest('PATCH', `/courses/${course.id}`, { key: 'mosses', language: 'en' })
  const before = await data('GET', `/courses/${course.id}`)
  const { status, body } = await rest('POST', `/courses/${course.id}/archive`)
  expect([status, body.data.status, body.data.version]).toEqual([200, 'archived', before.version + 1])
  const visible = ['', '&published=false', '&published=true', '&status=draft', '&language=en', '&search=mosses']
  for (const query of visible) expect(await idsOf(query), query).not.toContain(course.id)
  const asked = ['&status=archived', '&status=archived&language=en', '&status=archived&search=mosses', '&key=mosses']
  for (const query of [...asked, `&ids=${course.id}`]) expect(await idsOf(query), query).toContain(course.id)
  expect((await rest('GET', '/courses?status=archived&published=true')).status).toBe(400)
  const { total } = (await rest('GET', '/courses?per_page=1')).body.pagination ?? {}
  expect(total ?? (await idsOf('')).length).toBe((await idsOf('')).length)
  const connection = async (filter: string) =>
    (await service.graphql(`{ courses(first: 100${filter}) { edges { node { id } } } }`, key)).data.courses.edges.map(
      (edge: { node: { id: string } }) => edge.node.id,
    )
  expect(await connection('')).not.toContain(course.id)
  expect(await connection(', status: archived')).toContain(course.id)
  const found = async (query: string) => (await data('GET', `/search?query=plants${query}`)).length
  const others = await found('')
  expect(await found(`&courseId=${course.id}`)).toBe(1)
  expect(await found('&status=archived')).toBeGreaterThanOrEqual(1)
  expect((await rest('POST', `/courses/${course.id}/unarchive`)).body.data.status).toBe('draft')
  expect(await found('')).toBe(others + 1)
  expect(await idsOf('')).toContain(course.id)
})

test('every write in an archived course is refused, and reads and copies of it are not', async () => {
  const { course, module, lesson, block } = await createCourseTree(service, key)
  const other = await createCourseTree(service, key)
  const removed = await createCourseTree(service, key)
  const second = await data('POST', `/courses/${course.id}/modules`, { name: 'Stems' })
  const number = await publishCourse(service, key, course.id)
  await rest('DELETE', `/blocks/${(await data('POST', `/blocks/${block.id}/duplicate`)).id}`)
  const [{ id: trashId }] = await data('GET', `/trash?courseId=${course.id}`)
  await rest('POST', `/courses/${course.id}/archive`)
  const before = await data('GET', `/courses/${course.id}/tree`)
  const writes: [string, string, unknown?][] = [
    ['PATCH', `/courses/${course.id}`, { name: 'Zoology' }],
    ['PATCH', `/courses/${course.id}`, { published: true }],
    ['PATCH', `/courses/${course.id}`, { published: false }],
    ['PATCH', `/courses/${course.id}`, { slug: 'zoology' }],
    ['DELETE', `/courses/${course.id}`],
    ['PUT', `/courses/${course.id}/tree`, { modules: [{ name: 'Paws' }] }],
    ['PUT', `/courses/${course.id}/tree`, { dryRun: true, modules: [] }],
    ['POST', `/courses/${course.id}/modules`, { name: 'Paws' }],
    ['POST', `/courses/${course.id}/modules`, { name: 'Paws', order: 0 }],
    ['PUT', `/courses/${course.id}/modules/order`, { ids: [second.id, module.id] }],
    ['PATCH', `/modules/${module.id}`, { name: 'Paws' }],
    ['PATCH', `/modules/${module.id}`, { order: 4 }],
    ['DELETE', `/modules/${module.id}`],
    ['POST', `/modules/${module.id}/duplicate`],
    ['POST', `/modules/${module.id}/move`, { courseId: other.course.id }],
    ['POST', `/modules/${module.id}/lessons`, { name: 'Fur', blocks: [{ type: 'text', content: { text: 'Soft' } }] }],
    ['PATCH', `/lessons/${lesson.id}`, { name: 'Fur' }],
    ['DELETE', `/lessons/${lesson.id}`],
    ['POST', `/lessons/${lesson.id}/move`, { moduleId: other.module.id }],
    ['POST', `/lessons/${other.lesson.id}/move`, { moduleId: module.id }],
    ['POST', `/lessons/${lesson.id}/blocks`, { type: 'text', content: { text: 'Soft' } }],
    ['PATCH', `/blocks/${block.id}`, { content: { text: 'Soft' } }],
    ['DELETE', `/blocks/${block.id}`],
    ['POST', `/blocks/${other.block.id}/move`, { lessonId: lesson.id }],
    ['POST', `/courses/${course.id}/releases`, {}],
    ['POST', `/courses/${course.id}/releases`, { dryRun: true }],
    ['PATCH', `/courses/${course.id}/releases/${number}`, { liveUntil: null }],
    ['POST', `/courses/${course.id}/restore`, { release: number }],
    ['POST', `/courses/${course.id}/unpublish`],
    ['POST', `/courses/${course.id}/preview-links`, {}],
    ['POST', `/trash/${trashId}/restore`],
    ['POST', '/ai/generate-content', { prompt: 'Fur', type: 'lesson', mode: 'append', moduleId: module.id }],
  ]
  for (const [method, path, body] of writes) {
    const { status, body: answer } = await rest(method, path, body)
    expect([status, answer.error?.code, answer.error?.details], `${method} ${path}`).toEqual([
      409,
      'conflict',
      { reason: 'course_archived', courseId: course.id },
    ])
  }
  expect(await data('GET', `/courses/${course.id}/tree`)).toEqual(before)
  expect((await rest('GET', `/courses/${course.id}/releases/${number}`)).status).toBe(200)
  expect((await rest('GET', `/courses/${course.id}/diff?from=${number}&to=draft`)).status).toBe(200)
  const copy = await rest('POST', `/courses/${course.id}/duplicate`)
  expect([copy.status, copy.body.data.status]).toEqual([201, 'draft'])
  expect((await rest('DELETE', `/courses/${removed.course.id}`)).status).toBe(200)
})

test('a published course is not live in the archive, and not after it until it is published again', async () => {
  const { course } = await createCourseTree(service, key)
  await rest('PATCH', `/courses/${course.id}`, { visibility: 'public', slug: 'ferns' })
  await publishCourse(service, key, course.id)
  await rest('PATCH', `/courses/${course.id}`, { name: 'Ferns' })
  await publishCourse(service, key, course.id, { liveFrom: new Date(Date.now() + 3_600_000) })
  const { publicId } = (await data('GET', '/me')).workspace
  const delivered = async () => (await service.rest('GET', `/delivery/${publicId}/courses/ferns`)).status
  expect(await delivered()).toBe(200)
  const archived = await data('POST', `/courses/${course.id}/archive`)
  expect(archived).toMatchObject({ status: 'archived', liveReleaseNumber: null, publishedAt: null })
  expect(await delivered()).toBe(401)
  expect((await service.rest('GET', `/delivery/${publicId}/courses/ferns/releases/1`)).status).toBe(401)
  const draft = await data('POST', `/courses/${course.id}/unarchive`)
  expect(draft).toMatchObject({ status: 'draft', liveReleaseNumber: null, hasUnpublishedChanges: true })
  expect(await delivered()).toBe(401)
  const releases = await data('GET', `/courses/${course.id}/releases`)
  for (const { liveFrom, liveUntil } of releases)
    expect(liveFrom === null || liveUntil <= new Date().toISOString()).toBe(true)
  await publishCourse(service, key, course.id)
  expect(await delivered()).toBe(200)
})

test('to archive twice changes nothing, also at once', async () => {
  const { course } = await createCourseTree(service, key)
  for (const [action, status] of [
    ['archive', 'archived'],
    ['unarchive', 'draft'],
  ]) {
    const send = () => rest('POST', `/courses/${course.id}/${action}`)
    const [one, other] = await Promise.all([send(), send()])
    expect(one.body.data).toMatchObject({ status, version: other.body.data.version })
    expect((await send()).body.data.version).toBe(one.body.data.version)
  }
})

test('only who may publish can archive', async () => {
  const { course } = await createCourseTree(service, key)
  const writer = await service.key({ workspaceId, scopes: ['courses:read', 'courses:write'] })
  const publisher = await service.key({ workspaceId, scopes: ['courses:publish'] })
  const stranger = await service.key()
  const status = async (action: string, auth?: string, id = course.id) =>
    (await service.rest('POST', `/courses/${id}/${action}`, auth)).status
  for (const action of ['archive', 'unarchive']) {
    expect(await status(action)).toBe(401)
    expect(await status(action, writer)).toBe(403)
    expect(await status(action, stranger)).toBe(404)
    expect(await status(action, key, missingId)).toBe(404)
    expect(await status(action, key, 'nothing')).toBe(404)
    expect(await status(action, publisher)).toBe(200)
  }
})
