import { expect, test } from 'vitest'
import { createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { serviceForTest } from '../../support/service.ts'

test('a change with an outdated version leaves the tree version as it was, at every level', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const outline = await createCourseTree(service, key)
  const treeVersion = async () =>
    (await service.rest('GET', `/courses/${outline.course.id}`, key)).body.data.treeVersion as number
  const before = await treeVersion()
  for (const { level, one, named } of restLevels) {
    const stale = { 'If-Match': '"v7"' }
    const { status } = await service.rest('PATCH', one(outline[level].id), key, named('new'), stale)
    expect([level, status, await treeVersion()]).toEqual([level, 412, before])
  }
})
