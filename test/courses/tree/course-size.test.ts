import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

const max = 50_000
const [lessonsPerCourse, blocksPerLesson] = [6, 8333]

let service: TestService
let key: string
let workspaceId: string
let large: { id: string; module: string; lesson: string }
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  large = await createCourse()
  await fill(large.id, blocksPerLesson)
})
afterAll(() => service.close())

const lesson = (name: string) => ({ name, blocks: [{ type: 'text', content: { text: 'First' } }] })

async function createCourse() {
  const lessons = Array.from({ length: lessonsPerCourse }, (_, index) => lesson(`Lesson ${index}`))
  const { id } = (await service.rest('POST', '/courses', key, { name: 'Large', modules: [{ name: 'M', lessons }] }))
    .body.data
  const [module] = (await service.rest('GET', `/courses/${id}/tree?depth=outline`, key)).body.data.modules
  return { id, module: module.id as string, lesson: module.lessons[0].id as string }
}

/** Adds blocks to each lesson of a course, as many requests would. */
const fill = (courseId: string, count: number) =>
  service.db.prisma.$executeRaw`
    INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
    SELECT gen_random_uuid(), l.workspace_id, l.course_id, l.id, 'text', '{"text":""}'::json, n
    FROM lessons l, generate_series(1, ${count}::int) n
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.course_id = ${courseId}::uuid`

const refusalOf = async (method: string, path: string, body?: object) => {
  const answer = await service.rest(method, path, key, body)
  return [answer.status, answer.body?.error?.details]
}
const records = { limit: 'records', max }

test('a course that is too large is not read as a whole, but by page, and its outline is', async () => {
  expect(await refusalOf('GET', `/courses/${large.id}/tree`)).toEqual([400, records])
  expect(await refusalOf('GET', `/courses/${large.id}/reading?as=markdown`)).toEqual([400, records])
  expect(await refusalOf('GET', `/courses/${large.id}/reading?as=markdown&lesson_id=${large.lesson}`)).toEqual([
    200,
    undefined,
  ])
  expect(await refusalOf('GET', `/courses/${large.id}/reading`)).toEqual([200, undefined])
  expect(await refusalOf('GET', `/courses/${large.id}/tree?depth=outline`)).toEqual([200, undefined])
  expect(await refusalOf('GET', `/lessons/${large.lesson}/blocks?page=80&per_page=100`)).toEqual([200, undefined])
  for (const query of [
    `{ course(id: "${large.id}") { modules { lessons { blocks { id } } } } }`,
    `{ module(id: "${large.module}") { lessons { blocks { id } } } }`,
  ]) {
    const [error] = (await service.graphql(query, key)).errors
    expect([error.extensions.code, error.extensions.details]).toEqual(['invalid_request', records])
  }
})

test('a course that is too large is neither copied nor published, and does not grow by requests that add several records', async () => {
  const other = await createCourse()
  const modules = [{ name: 'Another' }]
  expect(await refusalOf('PUT', `/courses/${large.id}/tree`, { modules })).toEqual([409, records])
  expect(await refusalOf('POST', `/courses/${large.id}/duplicate`)).toEqual([409, records])
  expect(await refusalOf('POST', `/lessons/${large.lesson}/duplicate`)).toEqual([409, records])
  expect(await refusalOf('POST', `/modules/${large.module}/lessons`, lesson('New'))).toEqual([409, records])
  expect(await refusalOf('POST', `/lessons/${other.lesson}/move`, { moduleId: large.module })).toEqual([409, records])
  expect(await refusalOf('PATCH', `/courses/${large.id}`, { published: true })).toEqual([409, records])
})

test('requests on the whole tree let a course grow to its bound, and not further', async () => {
  const { id, module } = await createCourse()
  await fill(id, blocksPerLesson - 2)
  const free = max - (1 + lessonsPerCourse * blocksPerLesson)
  const grow = (count: number) => {
    const blocks = Array.from({ length: count }, () => ({ type: 'text', content: { text: '' } }))
    const modules = [{ id: module, name: 'M', lessons: [{ name: 'New', blocks }] }]
    return refusalOf('PUT', `/courses/${id}/tree`, { modules, prune: false })
  }
  expect(await grow(free)).toEqual([409, records])
  expect(await grow(free - 1)).toEqual([200, undefined])
  expect(await refusalOf('GET', `/courses/${id}/tree`)).toEqual([200, undefined])
})
