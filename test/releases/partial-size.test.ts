import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { maxCourseRecords } from '../../src/courses/outline/rules/course-size.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { publishCourse } from '../support/published-course.ts'
import { serviceForTest } from '../support/service.ts'

test('a release of some lessons is no larger than a course', async () => {
  const service = await serviceForTest()
  const { prisma } = service.db
  const workspaceId = await service.workspace()
  await prisma.workspace.update({ where: { id: workspaceId }, data: { publishGate: 'off' } })
  const key = await service.key({ workspaceId })
  const { course } = await createCourseTree(service, key)
  await publishCourse(service, key, course.id)
  // As many modules as the course had when it was published, without the module, lesson and block that it has, and
  // without the module and lesson `One`. The draft has lost them since.
  const { id, outline } = await prisma.release.findFirstOrThrow({ where: { workspaceId } })
  const { modules, ...rest } = outline as { modules: object[] }
  const more = Array.from({ length: maxCourseRecords - 5 }, () => ({ ...modules[0], id: randomUUID(), lessons: [] }))
  const data = { outline: { ...rest, modules: [...modules, ...more] } }
  await prisma.release.update({ where: { workspaceId_id: { workspaceId, id } }, data })
  const add = async (name: string): Promise<string> => {
    const { body } = await service.rest('POST', `/courses/${course.id}/modules`, key, { name })
    return (await service.rest('POST', `/modules/${body.data.id}/lessons`, key, { name })).body.data.id
  }
  const lessonIds = [await add('One'), await add('Two')]
  const publish = (ids: string[]) => service.rest('POST', `/courses/${course.id}/releases`, key, { lessonIds: ids })
  const { status, body } = await publish(lessonIds)
  expect([status, body.error?.details]).toEqual([409, { limit: 'records', max: maxCourseRecords }])
  expect((await publish(lessonIds.slice(0, 1))).status).toBe(201)
})
