import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await openPublishGate(service)
})
afterAll(() => service.close())

const dataOf = async (method: string, path: string, body?: object) =>
  (await service.rest(method, path, key, body)).body.data

/** Publishes a course with one module and one lesson, each with attributes. */
async function publish() {
  const lessons = [{ name: 'Light', attributes: { sku: 'lesson', 2: 'b', 1: 'a' } }]
  const modules = [{ name: 'One', attributes: { sku: 'module' }, lessons }]
  const { id } = await dataOf('POST', '/courses', { name: 'Botany', attributes: { sku: 'course', seats: 1 }, modules })
  await publishCourse(service, key, id)
  const [module] = (await dataOf('GET', `/courses/${id}/tree`)).modules
  return { id: id as string, module: module.id as string, lesson: module.lessons[0].id as string }
}

test('the attributes of a course, a module and a lesson are objects in every response of the delivery', async () => {
  const { id } = await publish()
  const { publicId } = (await dataOf('GET', '/me')).workspace
  const expected = [{ sku: 'course', seats: 1 }, { sku: 'module' }, { sku: 'lesson', 2: 'b', 1: 'a' }]
  for (const path of [`${id}/tree`, `${id}/releases/1/tree`]) {
    const { attributes, modules } = await dataOf('GET', `/delivery/${publicId}/courses/${path}`)
    const [module] = modules
    expect([attributes, module.attributes, module.lessons[0].attributes]).toEqual(expected)
  }
  const { attributes, modules } = await dataOf('GET', `/delivery/${publicId}/courses/${id}`)
  expect([attributes, modules[0].attributes]).toEqual(expected.slice(0, 2))
  const [entry] = await dataOf('GET', `/delivery/${publicId}/courses`)
  expect(entry.attributes).toEqual(expected[0])
})

test('a restore does not change a lesson that has the attributes of the release', async () => {
  const { id, lesson } = await publish()
  await dataOf('PATCH', `/courses/${id}`, { name: 'New' })
  const { version } = await dataOf('GET', `/lessons/${lesson}`)
  expect(await dataOf('POST', `/courses/${id}/restore`, { release: 1 })).toMatchObject({
    changes: [],
    counts: { updated: 0 },
  })
  expect((await dataOf('GET', `/lessons/${lesson}`)).version).toBe(version)
})

test('a restore brings back the attributes of the release', async () => {
  const { id, module, lesson } = await publish()
  for (const path of [`/courses/${id}`, `/modules/${module}`, `/lessons/${lesson}`])
    await dataOf('PATCH', path, { attributes: { sku: 'new' } })
  await dataOf('POST', `/courses/${id}/restore`, { release: 1 })
  expect(await dataOf('GET', `/courses/${id}/diff`)).toMatchObject({ changes: [] })
  expect(await dataOf('GET', `/courses/${id}`)).toMatchObject({ hasUnpublishedChanges: false })
})

test('a comparison names each attribute of a course, a module and a lesson that differs', async () => {
  const { id, module, lesson } = await publish()
  await dataOf('PATCH', `/courses/${id}`, { attributes: { sku: 'course', seats: 2 } })
  await dataOf('PATCH', `/modules/${module}`, { attributes: { sku: 'module', color: 'green' } })
  await dataOf('PATCH', `/lessons/${lesson}`, { attributes: { sku: 'lesson', 1: 'a' } })
  const { changes } = await dataOf('GET', `/courses/${id}/diff`)
  expect(changes.map(({ values }: { values: { path: string }[] }) => values.map(({ path }) => path))).toEqual([
    ['/attributes/seats'],
    ['/attributes/color'],
    ['/attributes/2'],
  ])
})
