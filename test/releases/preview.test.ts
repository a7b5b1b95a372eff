import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockCourse } from '../../src/courses/course/writes/course-writes.ts'
import type { SqlRunner } from '../../src/platform/db/statement.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { runSql, whileRowsAreLocked } from '../support/row-locks.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let courseId: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  courseId = (await createCourseTree(service, key)).course.id
})
afterAll(() => service.close())

const create = (body: object = {}) => service.rest('POST', `/courses/${courseId}/preview-links`, key, body)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a preview link ends within 90 days, and the clock of the client may be a few minutes ahead', async () => {
  for (const [hours, status] of [
    [90 * 24 - 1, 201],
    [90 * 24 + 0.05, 201],
    [90 * 24 + 1, 400],
    [0, 400],
  ] as const)
    expect([hours, (await create({ expiresAt: inHours(hours) })).status]).toEqual([hours, status])
})

test('of two preview links that are made at once, the second counts the first', async () => {
  const { course } = await createCourseTree(service, key)
  const path = `/courses/${course.id}/preview-links`
  const { id } = (await service.rest('POST', path, key, {})).body.data
  const [first] = await service.db.prisma.previewLink.findMany({ where: { id } })
  const links = Array.from({ length: 49 }, () => ({ ...first!, id: makeUuidV7() }))
  await service.db.prisma.previewLink.createMany({ data: links.slice(1) })
  const { workspaceId, hash } = first!
  const addLast = async (tx: SqlRunner) => {
    await lockCourse(tx, workspaceId, course.id)
    await runSql(
      tx,
      `INSERT INTO preview_links (workspace_id, course_id, id, hash, expires_at, caller) VALUES ($1, $2, $3, $4, now() + interval '1 day', 'x')`,
      [workspaceId, course.id, links[0]!.id, hash],
    )
  }
  const { status } = await whileRowsAreLocked(service, addLast, () => service.rest('POST', path, key, {}))
  expect(status).toBe(409)
})

test('a preview link of an unknown release is refused', async () => {
  expect((await create({ release: 7 })).status).toBe(404)
})

test('the preview links of a course are listed, the newest first', async () => {
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.unshift((await create()).body.data.id)
  const { data } = (await service.rest('GET', `/courses/${courseId}/preview-links`, key)).body
  expect(data.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual(ids)
})

test('a preview link that is revoked again keeps the time at which it was revoked', async () => {
  const { id } = (await create()).body.data
  const revoke = async () => (await service.rest('DELETE', `/preview-links/${id}`, key)).body.data.revokedAt
  expect(await revoke()).not.toBeNull()
  const longAgo = '2001-01-01T00:00:00.000Z'
  await service.db.prisma.previewLink.updateMany({ where: { id }, data: { revokedAt: longAgo } })
  expect(await revoke()).toBe(longAgo)
})
