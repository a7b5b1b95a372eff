import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { deleteToTrash } from '../support/deleted-record.ts'
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

const rest = (method: string, path: string, body?: unknown, headers = {}) =>
  service.rest(method, path, key, body, headers)
const remove = (path: string) => deleteToTrash(service, key, path)

test('a record that a release or the trash brings back never has an ETag that it had before', async () => {
  const { course, lesson, block } = await createCourseTree(service, key)
  const etags = new Set<string>()
  let highest = 0
  const read = async () => {
    const { headers, body } = await rest('GET', `/blocks/${block.id}`)
    expect(body.data.version).toBeGreaterThanOrEqual(highest)
    highest = body.data.version
    return headers.get('etag')!
  }
  const change = (text: string) => rest('PATCH', `/blocks/${block.id}`, { content: { text } })
  const noteEtags = async () => {
    for (const text of ['One', 'Two', 'Three']) {
      expect(etags).not.toContain(await read())
      etags.add(await read())
      expect((await change(text)).status).toBe(200)
    }
  }
  await publishCourse(service, key, course.id)
  await noteEtags()
  const first = await remove(`/blocks/${block.id}`)
  await rest('POST', `/courses/${course.id}/restore`, { release: 1 })
  await noteEtags()
  await remove(`/lessons/${lesson.id}`)
  await rest('POST', `/courses/${course.id}/restore`, { release: 1 })
  await noteEtags()
  await remove(`/blocks/${block.id}`)
  expect((await rest('POST', `${first}/restore`)).status).toBe(200)
  await noteEtags()
})

test('a record that was changed often in another course comes back with a higher version', async () => {
  const [home, other] = [await createCourseTree(service, key), await createCourseTree(service, key)]
  await publishCourse(service, key, home.course.id)
  await rest('POST', `/lessons/${home.lesson.id}/move`, { moduleId: other.module.id })
  for (let change = 0; change < 20; change++)
    await rest('PATCH', `/blocks/${home.block.id}`, { content: { text: `Change ${change}` } })
  const { version } = (await rest('GET', `/blocks/${home.block.id}`)).body.data
  await remove(`/lessons/${home.lesson.id}`)
  await rest('POST', `/courses/${home.course.id}/restore`, { release: 1 })
  expect((await rest('GET', `/blocks/${home.block.id}`)).body.data).toMatchObject({
    lessonId: home.lesson.id,
    version: version + 1,
  })
})
