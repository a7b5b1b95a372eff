import { expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { serviceForTest } from '../support/service.ts'

test('a key that only writes gets the records that it writes, and no others', async () => {
  const service = await serviceForTest()
  const workspaceId = await service.workspace()
  const { course, block } = await createCourseTree(service, await service.key({ workspaceId }))
  const writer = await service.key({ workspaceId, scopes: ['courses:write'] })
  const made = await service.rest('POST', '/courses', writer, { name: 'C' })
  expect([made.status, made.body.data.name, made.body.data.version]).toEqual([201, 'C', 1])
  const changed = await service.rest('PATCH', `/blocks/${block.id}`, writer, {})
  expect([changed.status, changed.body.data]).toEqual([200, block])
  for (const path of ['/courses', `/courses/${course.id}`, `/blocks/${block.id}`, '/search?query=plants'])
    expect((await service.rest('GET', path, writer)).status).toBe(403)
})
