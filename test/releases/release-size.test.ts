import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const execute = (sql: string) => service.db.prisma.$executeRawUnsafe(sql)
const publish = async (id: string, input: object = {}) => {
  const { status, body } = await service.rest('POST', `/courses/${id}/releases`, key, input)
  return [status, body.error?.details]
}
const tooLarge = [409, { reason: 'course_too_large', maxBytes: 20_000_000 }]

test('the size of a release counts the fields of lessons, not only the content of blocks', async () => {
  const { course, module } = await createCourseTree(service, key)
  const addLessons = (from: number, to: number) =>
    execute(
      `INSERT INTO lessons (id, workspace_id, course_id, module_id, name, attributes, "order")
       SELECT gen_random_uuid(), m.workspace_id, m.course_id, m.id, 'Lesson', json_build_object('a', repeat('x', 16000)), n
       FROM modules m, generate_series(${from}, ${to}) n WHERE m.id = '${module.id}'`,
    )
  await addLessons(2, 1300)
  expect(await publish(course.id, { dryRun: true })).toEqual(tooLarge)
  expect(await publish(course.id)).toEqual(tooLarge)
})

test('a release of some lessons is measured with the lessons of the live release', async () => {
  const { course, module } = await createCourseTree(service, key)
  expect(await publish(course.id)).toEqual([201, undefined])
  const { body } = await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Water' })
  const lesson = body.data.id
  await service.rest('POST', `/lessons/${lesson}/blocks`, key, { type: 'text', content: { text: 'Plants drink.' } })
  const setStoredChars = (chars: number) =>
    execute(
      `UPDATE release_nodes SET body = json_build_object('text', repeat('x', ${chars})) WHERE course_id = '${course.id}'`,
    )
  await setStoredChars(20_000_000)
  expect(await publish(course.id, { lessonIds: [lesson], dryRun: true })).toEqual(tooLarge)
  expect(await publish(course.id, { lessonIds: [lesson] })).toEqual(tooLarge)
  await setStoredChars(100)
  expect(await publish(course.id, { lessonIds: [lesson] })).toEqual([201, undefined])
})
