import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { deleteToTrash } from '../support/deleted-record.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { runSql, whileRowsAreLocked } from '../support/row-locks.ts'
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
const refusal = async (path: string) => {
  const { status, body } = await rest('POST', path)
  return [status, body.error?.details]
}

test('a course whose lesson a release of another course has brought back is not restored', async () => {
  const [one, other] = [await createCourseTree(service, key), await createCourseTree(service, key)]
  await publishCourse(service, key, other.course.id)
  await rest('POST', `/lessons/${other.lesson.id}/move`, { moduleId: one.module.id })
  const entry = await remove(`/courses/${one.course.id}`)
  await rest('POST', `/courses/${other.course.id}/restore`, { release: 1 })
  const ids = expect.arrayContaining([other.lesson.id, other.block.id])
  expect(await refusal(`${entry}/restore`)).toEqual([409, { reason: 'ids_in_use', ids }])
})

test.each(['block', 'course'] as const)(
  'a deleted %s is not restored if another request takes its ids at the same time',
  async (level) => {
    const [own, other] = [await createCourseTree(service, key), await createCourseTree(service, key)]
    const entry = await remove(`/${level}s/${own[level].id}`)
    const answer = await whileRowsAreLocked(
      service,
      (tx) => runSql(tx, 'UPDATE blocks SET id = $1 WHERE id = $2', [own.block.id, other.block.id]),
      () => refusal(`${entry}/restore`),
    )
    expect(answer).toEqual([409, { reason: 'ids_in_use', ids: expect.any(Array) }])
  },
)
