import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleCourse } from '../../src/sample/course.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let learnerKey: string
let publicId: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  learnerKey = await service.key({ workspaceId, scopes: ['delivery:read'] })
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
})
afterAll(() => service.close())

const sample = sampleCourse
let count = 0
/** Creates a course with the content of the sample course. */
async function create(settings: object = {}): Promise<string> {
  const slug = `moon-${++count}`
  const { body } = await service.rest('POST', '/courses', key, { ...sample, slug, visibility: 'public', ...settings })
  return body.data.id
}
const read = (path: string, auth?: string, headers = {}) =>
  service.rest('GET', `/delivery/${publicId}/courses${path}`, auth, undefined, headers)
const lessonIdsOf = (course: { modules: { lessons: { id: string }[] }[] }) =>
  course.modules.flatMap(({ lessons }) => lessons.map(({ id }) => id))

/** Every word that only an author may see: answers as they are stored, explanations and feedback. */
const secrets = sampleCourse.modules.flatMap(({ lessons }) =>
  lessons.flatMap(({ blocks }) =>
    blocks.flatMap(({ content }) => {
      const { questions = [] } = content as unknown as {
        questions?: { explanation: string; options?: { feedback: string }[] }[]
      }
      return questions.flatMap(({ explanation, options = [] }) => [
        explanation,
        ...options.map(({ feedback }) => feedback),
      ])
    }),
  ),
)

test('a draft is not delivered, with a key or without', async () => {
  const id = await create()
  expect((await read(`/${id}`)).status).toBe(401)
  expect((await read(`/${id}`, learnerKey)).status).toBe(404)
})

test('a public course is read by id and by slug without a key, and stays as published while the draft changes', async () => {
  const id = await create({ slug: 'moon' })
  await publishCourse(service, key, id)
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Changed' })
  const bySlug = await read('/moon')
  expect([bySlug.status, bySlug.body.data]).toMatchObject([
    200,
    { id, slug: 'moon', visibility: 'public', name: sample.name, release: 1 },
  ])
  expect((await read(`/${id}`)).body).toEqual(bySlug.body)
  const [first] = lessonIdsOf(bySlug.body.data)
  const lesson = await read(`/moon/lessons/${first!.toUpperCase()}`)
  expect(lesson.body.data).toMatchObject({ id: first, courseId: id, name: 'Look first, read later' })
  const tree = await read('/moon/tree')
  expect(tree.body.data.modules[0].lessons[0]).toEqual(lesson.body.data)
})

test('no address of a course sends one byte of an answer, an explanation or a feedback', async () => {
  const id = await create()
  await publishCourse(service, key, id)
  const course = await read(`/${id}`)
  const paths = [`/${id}`, `/${id}/tree`, ...lessonIdsOf(course.body.data).map((lesson) => `/${id}/lessons/${lesson}`)]
  const numbered = paths.map((path) => path.replace(id, `${id}/releases/1`))
  expect(secrets.length).toBeGreaterThan(20)
  for (const path of [...paths, ...numbered, '']) {
    const { status, text } = await read(path)
    expect([path, status]).toEqual([path, 200])
    expect(secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
    expect(text).not.toMatch(/"(answer|explanation|feedback)":/)
  }
})

test('a private course needs a key of its workspace with the scope delivery:read', async () => {
  const id = await create({ visibility: 'private' })
  await publishCourse(service, key, id)
  expect((await read(`/${id}`)).status).toBe(401)
  expect((await read(`/${id}`, await service.key({ scopes: ['delivery:read'] }))).status).toBe(404)
  const refused = await read(`/${id}`, await service.key({ workspaceId, scopes: ['courses:read'] }))
  expect([refused.status, refused.body.error.details]).toEqual([403, { scope: 'delivery:read' }])
  expect((await read(`/${id}`, learnerKey)).status).toBe(200)
})

test('a key of another workspace reads public courses only', async () => {
  const id = await create()
  await publishCourse(service, key, id)
  const stranger = await service.key({ scopes: ['delivery:read'] })
  expect((await read(`/${id}`, stranger)).status).toBe(200)
  const { body } = await read('?per_page=100', stranger)
  expect(body.data.every(({ visibility }: { visibility: string }) => visibility === 'public')).toBe(true)
})

test('a revoked key is refused even for a public course', async () => {
  const id = await create()
  await publishCourse(service, key, id)
  expect((await read(`/${id}`, `cw_prod_${'a'.repeat(32)}`)).status).toBe(401)
})

test('the list has the live courses that the caller may read, and their number', async () => {
  const other = await service.workspace()
  const own = await service.key({ workspaceId: other })
  await openPublishGate(service)
  const { publicId: address } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: other } })
  const make = async (visibility: string) =>
    (await service.rest('POST', '/courses', own, { name: visibility, visibility })).body.data.id
  const [open, closed] = [await make('public'), await make('private')]
  await make('public')
  for (const id of [open, closed]) await publishCourse(service, own, id)
  const list = (auth?: string) => service.rest('GET', `/delivery/${address}/courses?per_page=1`, auth)
  const anonymous = await list()
  expect(anonymous.body.data).toMatchObject([{ id: open, name: 'public', release: 1 }])
  expect(anonymous.body.meta).toEqual({ page: 1, per_page: 1, total: 1, total_pages: 1 })
  expect((await list(own)).body).toMatchObject({ data: [{ id: closed }], meta: { total: 2 } })
})

test('a release goes live and ends by the clock of the database, and a scheduled one cannot be read by its number', async () => {
  const id = await create()
  await publishCourse(service, key, id, { liveFrom: new Date(Date.now() + 3_600_000) })
  expect((await read(`/${id}`, learnerKey)).status).toBe(404)
  expect((await read(`/${id}/releases/1`, learnerKey)).status).toBe(404)
  const due = () => service.db.prisma.course.updateMany({ where: { id }, data: { liveChangesAt: new Date(1000) } })
  await service.db.prisma.release.updateMany({ where: { courseId: id }, data: { liveFrom: new Date(0) } })
  await due()
  expect((await read(`/${id}`)).body.data.release).toBe(1)
  await service.db.prisma.release.updateMany({ where: { courseId: id }, data: { liveUntil: new Date(1000) } })
  await due()
  expect((await read(`/${id}`, learnerKey)).status).toBe(404)
})

test('a slug that another course has taken over leads to that course', async () => {
  const rename = (id: string, slug: string) => service.rest('PATCH', `/courses/${id}`, key, { slug })
  const [before, after] = [await create({ slug: 'shared', name: 'Before' }), await create({ name: 'After' })]
  await publishCourse(service, key, before)
  await publishCourse(service, key, after)
  expect((await read('/shared')).body.data).toMatchObject({ id: before, name: 'Before' })
  await rename(before, 'formerly-shared')
  await rename(after, 'shared')
  expect((await read('/shared')).body.data).toMatchObject({ id: after, name: 'After', release: 1 })
})

test('an older release stays readable by its number, and one that was never published does not', async () => {
  const id = await create()
  await publishCourse(service, key, id)
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Second' })
  await publishCourse(service, key, id)
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Frozen before a restore' })
  await service.rest('POST', `/courses/${id}/restore`, key, { release: 1 })
  expect(await service.db.prisma.release.count({ where: { courseId: id } })).toBe(3)
  expect((await read(`/${id}/releases/1`)).body.data).toMatchObject({ release: 1, name: sample.name })
  expect((await read(`/${id}`)).body.data).toMatchObject({ release: 2, name: 'Second' })
  expect((await read(`/${id}/releases/3`, learnerKey)).status).toBe(404)
  expect((await read(`/${id}/releases/9`, learnerKey)).status).toBe(404)
})

test.each(['x', '0', '-1', '1.5', '99999999999'])('the release %s is not found', async (number) => {
  const { status, body } = await read(`/${await create()}/releases/${number}`, learnerKey)
  expect([status, body.error.message]).toEqual([404, 'Course not found.'])
})

test('a lesson of the draft, of another course and an unknown one are not found', async () => {
  const id = await create()
  await publishCourse(service, key, id)
  const other = await create()
  await publishCourse(service, key, other)
  const [foreign] = lessonIdsOf((await read(`/${other}`)).body.data)
  for (const lesson of [foreign, crypto.randomUUID(), 'x'])
    expect((await read(`/${id}/lessons/${lesson}`)).body.error).toMatchObject({ message: 'Lesson not found.' })
})

test.each(['000000000000', 'x', '0'.repeat(100)])('the workspace %s is unknown', async (workspace) => {
  const path = `/delivery/${workspace}/courses`
  const [anonymous, known] = [await service.rest('GET', path), await service.rest('GET', path, learnerKey)]
  expect([anonymous.status, known.status]).toEqual([401, 404])
})

test('GraphQL reads a published course and a lesson without a key', async () => {
  const id = await create()
  await publishCourse(service, key, id)
  const args = `workspace: "${publicId}", course: "${id}"`
  const { data } = await service.graphql(`{ deliveredCourse(${args}) { name modules { lessons { lessonId name } } } }`)
  const [{ lessonId }] = data.deliveredCourse.modules[0].lessons
  const found = await service.graphql(
    `{ deliveredLesson(${args}, lessonId: "${lessonId}") { lessonId name blocks { type content } } }`,
  )
  expect(found.data.deliveredLesson).toMatchObject({ lessonId, name: 'Look first, read later' })
})
