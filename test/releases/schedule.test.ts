import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDueLiveStates } from '../../src/releases/due-schedules.ts'
import { pruneReleases } from '../../src/releases/prune.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const publish = async (courseId: string, body: object = {}) =>
  (await service.rest('POST', `/courses/${courseId}/releases`, key, body)).body.data?.release
const change = (courseId: string, number: number, body: object, headers = {}) =>
  service.rest('PATCH', `/courses/${courseId}/releases/${number}`, key, body, headers)
const courseOf = async (id: string) => (await service.rest('GET', `/courses/${id}`, key)).body.data
const edit = (id: string, name: string) => service.rest('PATCH', `/courses/${id}`, key, { name })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Moves the schedules of a course into the past, as if the time had passed. Nothing of the service runs. */
async function passDays(courseId: string, days: number): Promise<void> {
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE releases SET live_from = live_from - interval '${days} days', live_until = live_until - interval '${days} days'
     WHERE course_id = '${courseId}'`,
  )
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE courses SET live_changes_at = live_changes_at - interval '${days} days' WHERE id = '${courseId}'`,
  )
}

test('a scheduled release goes live and ends at its times, without any process doing anything', async () => {
  const { course } = await createCourseTree(service, key)
  const release = await publish(course.id, { liveFrom: inDays(2), liveUntil: inDays(4) })
  expect(await courseOf(course.id)).toMatchObject({ status: 'draft', liveReleaseNumber: null })
  await edit(course.id, 'Changed after the review')
  await passDays(course.id, 3)
  expect(await courseOf(course.id)).toMatchObject({
    status: 'published',
    liveReleaseNumber: 1,
    hasUnpublishedChanges: true,
  })
  const query = `{ course(id: "${course.id}") { status liveRelease { number hash } releases { number } } }`
  expect((await service.graphql(query, key)).data.course).toEqual({
    status: 'published',
    liveRelease: { number: 1, hash: release.hash },
    releases: [{ number: 1 }],
  })
  await passDays(course.id, 2)
  expect(await courseOf(course.id)).toMatchObject({ status: 'draft', liveReleaseNumber: null, publishedAt: null })
})

test('the job for due schedules stores the status that lists filter by, and a second run changes nothing', async () => {
  const { course } = await createCourseTree(service, key, 'Due')
  await publish(course.id, { liveFrom: inDays(1) })
  await passDays(course.id, 2)
  const listed = async () =>
    (await service.rest('GET', '/courses?published=true&per_page=100', key)).body.data.map(
      ({ id }: { id: string }) => id,
    )
  expect(await listed()).not.toContain(course.id)
  await storeDueLiveStates(service.db.sql)
  expect(await listed()).toContain(course.id)
  const before = await courseOf(course.id)
  await storeDueLiveStates(service.db.sql)
  expect(await courseOf(course.id)).toEqual(before)
})

test('the release before is live again when a temporary release ends', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'Christmas')
  expect((await publish(course.id, { liveUntil: inDays(3) })).number).toBe(2)
  expect((await courseOf(course.id)).liveReleaseNumber).toBe(2)
  await passDays(course.id, 4)
  expect((await courseOf(course.id)).liveReleaseNumber).toBe(1)
})

test('of two releases, the one that went live last is live, whatever its number', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id, { liveFrom: inDays(2) })
  await edit(course.id, 'Hotfix')
  await publish(course.id)
  expect((await courseOf(course.id)).liveReleaseNumber).toBe(2)
  await passDays(course.id, 3)
  expect((await courseOf(course.id)).liveReleaseNumber).toBe(1)
})

test('a past release can be made live again, and unpublishing ends and cancels everything', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'Second')
  await publish(course.id)
  await edit(course.id, 'Third')
  await publish(course.id, { liveFrom: inDays(5) })
  const back = await change(course.id, 1, { liveFrom: inDays(-1), liveUntil: null })
  expect([back.status, (await courseOf(course.id)).liveReleaseNumber]).toEqual([200, 1])
  const ended = await service.rest('POST', `/courses/${course.id}/unpublish`, key, {})
  expect(ended.body.data).toMatchObject({ status: 'draft', liveReleaseNumber: null, hasUnpublishedChanges: true })
  await passDays(course.id, 9)
  expect((await courseOf(course.id)).status).toBe('draft')
  const again = await service.rest('POST', `/courses/${course.id}/unpublish`, key, {})
  expect([again.status, again.body.data.version]).toEqual([200, ended.body.data.version])
})

test('a schedule that makes no sense is refused', async () => {
  const { course } = await createCourseTree(service, key)
  const path = `/courses/${course.id}/releases`
  for (const body of [
    { liveUntil: inDays(-1) },
    { liveFrom: inDays(2), liveUntil: inDays(1) },
    { liveFrom: '2999-01-01T00:00:00Z' },
    { message: 'x'.repeat(2001) },
    { lessonIds: [] },
  ])
    expect((await service.rest('POST', path, key, body)).body.error?.code).toBe('invalid_request')
  await publish(course.id)
  expect((await change(course.id, 1, { liveUntil: inDays(-1) })).body.error.details.fields[0].path).toBe('liveUntil')
  expect((await change(course.id, 9, { pinned: true })).status).toBe(404)
})

test('If-Match of a release is the version in its ETag', async () => {
  const { course } = await createCourseTree(service, key)
  const { hash } = await publish(course.id)
  const pinned = await change(course.id, 1, { pinned: true }, { 'If-Match': `"${hash}"` })
  expect([pinned.status, pinned.headers.get('etag')]).toEqual([200, `"${hash}-2"`])
  const stale = await change(course.id, 1, { pinned: false }, { 'If-Match': `"${hash}"` })
  expect([stale.status, stale.body.error.details]).toEqual([412, { currentVersion: 2 }])
})

test('retention keeps the live, the scheduled, the pinned and the newest releases, and sweeps what nobody needs', async () => {
  const { course } = await createCourseTree(service, key, 'Kept')
  for (let number = 1; number <= 6; number++) {
    await edit(course.id, `Version ${number}`)
    await publish(course.id, number === 3 ? { liveFrom: inDays(30) } : {})
  }
  await change(course.id, 2, { pinned: true })
  await service.db.prisma.$executeRawUnsafe(`UPDATE release_nodes SET created_at = now() - interval '2 days'`)
  await pruneReleases(service.db.sql, 2)
  const numbers = async () =>
    (await service.rest('GET', `/courses/${course.id}/releases`, key)).body.data.map(
      (one: { number: number }) => one.number,
    )
  expect(await numbers()).toEqual([6, 5, 3, 2])
  for (const number of await numbers())
    expect((await service.rest('GET', `/courses/${course.id}/releases/${number}`, key)).status).toBe(200)
})

test('a content is swept a day after the last release that had it', async () => {
  const { course, block } = await createCourseTree(service, key, 'Swept')
  const nodes = () => service.db.prisma.releaseNode.count({ where: { courseId: course.id } })
  for (let number = 1; number <= 5; number++) {
    await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: `Text ${number}` } })
    await publish(course.id)
  }
  expect(await nodes()).toBe(5)
  await service.db.prisma.$executeRawUnsafe(`UPDATE release_nodes SET created_at = now() - interval '2 days'`)
  await pruneReleases(service.db.sql, 3)
  expect(await nodes()).toBe(3)
})

test('a course that was published before there were releases gets its first release', async () => {
  const { course } = await createCourseTree(service, key, 'Old')
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE courses SET status = 'published', live_changes_at = '-infinity' WHERE id = '${course.id}'`,
  )
  expect((await courseOf(course.id)).status).toBe('published')
  await storeDueLiveStates(service.db.sql)
  expect(await courseOf(course.id)).toMatchObject({
    status: 'published',
    liveReleaseNumber: 1,
    hasUnpublishedChanges: false,
  })
})
