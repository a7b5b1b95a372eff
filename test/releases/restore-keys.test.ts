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

const send = (method: string, path: string, body?: object) => service.rest(method, path, key, body)
const restore = (id: string, lessonId?: string) => send('POST', `/courses/${id}/restore`, { release: 1, lessonId })
const lessonsOf = async (id: string): Promise<{ id: string; key: string | null; name: string }[]> =>
  (await send('GET', `/courses/${id}/tree`)).body.data.modules[0].lessons

/** Publishes a course with a module and the given lessons. Returns the ids of the course, its module and its lessons. */
async function publish(lessons: object[]) {
  const { body } = await send('POST', '/courses', { name: 'Botany', modules: [{ name: 'Leaves', lessons }] })
  const id: string = body.data.id
  await publishCourse(service, key, id)
  const [module] = (await send('GET', `/courses/${id}/tree`)).body.data.modules
  return { id, module: module.id as string, lessons: module.lessons.map((one: { id: string }) => one.id) as string[] }
}
const moveToOtherCourse = async (lessonId: string) =>
  send('POST', `/lessons/${lessonId}/move`, { moduleId: (await publish([])).module })

test('a release is restored although a record of the draft has the key of a lesson that was moved away', async () => {
  const { id, lessons } = await publish([
    { name: 'Light', key: 'intro' },
    { name: 'Water', key: 'second' },
  ])
  await moveToOtherCourse(lessons[0]!)
  await send('PATCH', `/lessons/${lessons[1]}`, { key: 'intro' })
  const { status, body } = await restore(id)
  expect([status, body.error]).toEqual([200, undefined])
  expect((await lessonsOf(id)).map(({ key, name }) => [key, name])).toEqual([
    ['intro', 'Light'],
    ['second', 'Water'],
  ])
})

test('a lesson whose key another record has is a conflict that names the key', async () => {
  const { id, lessons } = await publish([{ name: 'Light', key: 'intro' }, { name: 'Water' }])
  await send('DELETE', `/lessons/${lessons[0]}`)
  await send('PATCH', `/lessons/${lessons[1]}`, { key: 'intro' })
  const { status, body } = await restore(id, lessons[0])
  expect([status, body.error?.code, body.error?.details.keys]).toEqual([409, 'conflict', ['intro']])
  await send('PATCH', `/lessons/${lessons[1]}`, { key: null })
  expect((await restore(id, lessons[0])).status).toBe(200)
  expect((await restore(id, lessons[0])).body.data.changes).toEqual([])
})

test('a lesson that was moved to another course is copied once', async () => {
  const blocks = [{ type: 'text', content: { text: 'Plants eat light.' } }]
  const { id, lessons } = await publish([
    { name: 'Light', blocks },
    { name: 'Water', key: 'water', blocks },
  ])
  for (const lesson of lessons) await moveToOtherCourse(lesson)
  for (const lesson of [...lessons, ...lessons, ...lessons]) expect((await restore(id, lesson)).status).toBe(200)
  expect((await lessonsOf(id)).map(({ name }) => name).toSorted()).toEqual(['Light', 'Water'])
  const again = await restore(id, lessons[0])
  expect([again.body.data.changes, again.body.data.frozen]).toEqual([[], null])
})
