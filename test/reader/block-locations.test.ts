import { expect, test } from 'vitest'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { findReleasedBlockLocations } from '../../src/reader/block-locations.ts'
import { serviceForTest } from '../support/service.ts'

test('of the blocks that a link can mean, at most 1,000 are read', async () => {
  const { db, workspace } = await serviceForTest()
  const workspaceId = await workspace()
  // Keys that differ only in upper and lower case are all meant by one link.
  const blocks = Array.from({ length: 1001 }, () => ({ id: makeUuidV7(), key: 'Light' }))
  const [lessonId, hash] = [makeUuidV7(), 'x']
  await db.prisma.releaseNode.create({
    data: { workspaceId, courseId: makeUuidV7(), hash, body: { id: lessonId, blocks } },
  })
  const found = await findReleasedBlockLocations(db.sql, workspaceId, [hash], ['light'])
  expect(found.get('light')?.lessonId).toBe(lessonId)
  found.delete('light')
  expect(found.size).toBe(1000)
})
