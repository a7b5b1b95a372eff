import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { deleteOldReleasesOfCourse } from '../../src/releases/old-releases.ts'
import { applyDueReleaseSchedules } from '../../src/releases/publishing/due-schedules.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { letTimePass, makeEarlier } from '../support/schedules.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ hasJobs: false })
  key = await service.key()
})
afterAll(() => service.close())

const publish = (id: string, body: object = {}) => service.rest('POST', `/courses/${id}/releases`, key, body)
const change = (id: string, number: number, body: object, headers = {}) =>
  service.rest('PATCH', `/courses/${id}/releases/${number}`, key, body, headers)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const create = async (): Promise<string> => (await createCourseTree(service, key)).course.id

test('the ETag of a course tree changes when a schedule changes the status of the course', async () => {
  const id = await create()
  await publish(id, { liveFrom: inDays(1) })
  const { headers } = await service.rest('GET', `/courses/${id}/tree`, key)
  const condition = { 'If-None-Match': headers.get('etag')! }
  await letTimePass(service.db.sql, id, '2 days')
  await applyDueReleaseSchedules(service.db.sql)
  const { status, body } = await service.rest('GET', `/courses/${id}/tree`, key, undefined, condition)
  expect([status, body?.data.status]).toEqual([200, 'published'])
  expect((await service.rest('GET', `/courses/${id}`, key)).body.data.hasUnpublishedChanges).toBe(false)
})

test('null as the start cancels a schedule, also one that has an end', async () => {
  const id = await create()
  await publish(id, { liveFrom: inDays(1), liveUntil: inDays(2) })
  const { status, body } = await change(id, 1, { liveFrom: null })
  expect([status, body.data?.liveFrom, body.data?.liveUntil]).toEqual([200, null, null])
  expect((await change(id, 1, { liveFrom: null, liveUntil: inDays(2) })).status).toBe(400)
})

test('a start or an end before 1970 is refused', async () => {
  const id = await create()
  await publish(id)
  for (const time of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z'])
    for (const name of ['liveFrom', 'liveUntil']) {
      const answers = [await publish(id, { [name]: time }), await change(id, 1, { [name]: time })]
      expect(answers.map(({ status, body }) => [status, body.error?.details.fields[0].path])).toEqual([
        [400, name],
        [400, name],
      ])
    }
})

test('a request that changes nothing of a release does not increase its version', async () => {
  const id = await create()
  await publish(id)
  const { version } = (await service.rest('GET', `/courses/${id}`, key)).body.data
  for (const body of [{}, { pinned: false }, { liveUntil: null }])
    expect((await change(id, 1, body)).body.data.version).toBe(1)
  expect((await service.rest('GET', `/courses/${id}`, key)).body.data.version).toBe(version)
})

test('the ETag of a repeated publish is that of the release', async () => {
  const id = await create()
  await publish(id)
  await change(id, 1, { pinned: true })
  const again = await publish(id)
  expect([again.status, again.body.data.isNew]).toEqual([200, false])
  expect((await change(id, 1, { pinned: false }, { 'If-Match': again.headers.get('etag')! })).status).toBe(200)
  expect((await publish(id, { dryRun: true })).headers.get('etag')).toBeNull()
})

test('a release that has been live stays readable by its number when it is scheduled again or its schedule is cancelled', async () => {
  const id = await create()
  await publish(id)
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Two' })
  await publish(id)
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Three' })
  await publish(id, { liveFrom: inDays(9) })
  const { publicId } = (await service.rest('GET', '/me', key)).body.data.workspace
  const read = async (number: number) => {
    const { status, body } = await service.rest('GET', `/delivery/${publicId}/courses/${id}/releases/${number}`, key)
    return [status, body.data?.publishedAt]
  }
  const [, publishedAt] = await read(1)
  for (const body of [{ liveFrom: inDays(5), liveUntil: null }, { liveFrom: inDays(6) }, { liveFrom: null }]) {
    expect((await change(id, 1, body)).status).toBe(200)
    expect(await read(1)).toEqual([200, publishedAt])
  }
  await change(id, 1, { liveFrom: inDays(-1) })
  expect((await read(1))[1] > publishedAt).toBe(true)
  expect(await read(3)).toEqual([404, undefined])
  await change(id, 3, { liveFrom: inDays(8) })
  expect(await read(3)).toEqual([404, undefined])
})

test('an unpublish leaves a release that was replaced before with the time of its replacement', async () => {
  const id = await create()
  await publish(id)
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Second' })
  await publish(id, { liveFrom: inDays(1) })
  // The second release has been live for a minute, and the scheduled job has not seen it yet.
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE releases SET ${makeEarlier('live_from', '1 day 1 minute')} WHERE course_id = '${id}'`,
  )
  expect((await service.rest('POST', `/courses/${id}/unpublish`, key)).status).toBe(200)
  const [second, first] = (await service.rest('GET', `/courses/${id}/releases`, key)).body.data
  expect(first.liveUntil).toBe(second.liveFrom)
  expect(second.liveUntil > second.liveFrom).toBe(true)
})

test('a publish with a start in the past starts now, and replaces the live release', async () => {
  const id = await create()
  const first = (await publish(id)).body.data.release
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Second' })
  const { body } = await publish(id, { liveFrom: '2020-01-01T00:00:00Z' })
  expect(body.data.release.liveFrom >= first.liveFrom).toBe(true)
  expect((await service.rest('GET', `/courses/${id}`, key)).body.data.liveReleaseNumber).toBe(2)
})

test('a release that has ended keeps its end when another one goes live later', async () => {
  const id = await create()
  await publish(id)
  await service.rest('POST', `/courses/${id}/unpublish`, key)
  const ended = (await service.rest('GET', `/courses/${id}/releases/1`, key)).body.data
  expect(ended.liveUntil).not.toBeNull()
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Second' })
  await publish(id)
  const { liveUntil, version } = (await service.rest('GET', `/courses/${id}/releases/1`, key)).body.data
  expect([liveUntil, version]).toEqual([ended.liveUntil, ended.version])
})

test('releases that have ended do not count as live or scheduled', async () => {
  const id = await create()
  await publish(id)
  const { prisma } = service.db
  const {
    id: _id,
    outline,
    checks: _checks,
    ...release
  } = await prisma.release.findFirstOrThrow({ where: { courseId: id } })
  await prisma.release.createMany({
    data: Array.from({ length: 50 }, (_, index) => ({
      ...{ ...release, outline: outline!, id: makeUuidV7(), number: index + 2 },
      ...{ liveFrom: new Date(index), liveUntil: new Date(index + 1) },
    })),
  })
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Second' })
  expect((await publish(id, { liveUntil: inDays(1) })).status).toBe(201)
})

test('a release whose start is postponed before it has come was never live', async () => {
  const id = await create()
  await publish(id)
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Second' })
  await publish(id, { liveFrom: inDays(1) })
  expect((await change(id, 2, { liveFrom: inDays(7) })).status).toBe(200)
  const { firstLiveFrom } = await service.db.prisma.release.findFirstOrThrow({ where: { courseId: id, number: 2 } })
  expect(firstLiveFrom).toBeNull()
})

test('a release whose schedule was cancelled is deleted as an old release', async () => {
  const id = await create()
  await publish(id, { liveFrom: inDays(1) })
  await change(id, 1, { liveFrom: null })
  await service.rest('PATCH', `/courses/${id}`, key, { name: 'Second' })
  await publish(id)
  const { workspaceId } = await service.db.prisma.release.findFirstOrThrow({ where: { courseId: id } })
  await service.db.sql.transaction((tx) => deleteOldReleasesOfCourse(tx, { workspaceId, courseId: id }, 1))
  const left = await service.db.prisma.release.findMany({ where: { courseId: id }, select: { number: true } })
  expect(left).toEqual([{ number: 2 }])
})

test('a release that is sent back as it was read keeps its schedule', async () => {
  const id = await create()
  await publish(id)
  const { body } = await service.rest('GET', `/courses/${id}/releases/1`, key)
  const { status, body: answer } = await change(id, 1, body.data)
  expect([status, answer.data]).toEqual([200, expect.objectContaining({ version: 1, liveFrom: body.data.liveFrom })])
})
