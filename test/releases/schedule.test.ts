import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeServiceWriter } from '../../src/courses/changes/writer.ts'
import { lockCourse } from '../../src/courses/course/writes/course-writes.ts'
import type { SqlRunner } from '../../src/platform/db/statement.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { deleteOldReleases } from '../../src/releases/old-releases.ts'
import { applyDueReleaseSchedules } from '../../src/releases/publishing/due-schedules.ts'
import { publishCourse } from '../../src/releases/publishing/publish.ts'
import { storeLiveReleaseState } from '../../src/releases/schedule/live-state.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { whileRowsAreLocked } from '../support/row-locks.ts'
import { letTimePass } from '../support/schedules.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ hasJobs: false })
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

test('a scheduled release goes live and ends at its times, without any process doing anything', async () => {
  const { course } = await createCourseTree(service, key)
  const release = await publish(course.id, { liveFrom: inDays(2), liveUntil: inDays(4) })
  expect(await courseOf(course.id)).toMatchObject({ status: 'draft', liveReleaseNumber: null })
  await edit(course.id, 'Changed after the review')
  await letTimePass(service.db.sql, course.id, '3 days')
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
  await letTimePass(service.db.sql, course.id, '2 days')
  expect(await courseOf(course.id)).toMatchObject({ status: 'draft', liveReleaseNumber: null, publishedAt: null })
})

test('a release that was replaced on schedule says so at once, and the job changes nothing that it says', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'The next edition')
  const { liveFrom } = await publish(course.id, { liveFrom: inDays(2) })
  const read = async () => {
    const { body } = await service.rest('GET', `/courses/${course.id}/releases`, key)
    const one = await service.rest('GET', `/courses/${course.id}/releases/1`, key)
    return { list: body.data, etag: one.headers.get('etag'), liveUntil: one.body.data.liveUntil }
  }
  expect(await read()).toMatchObject({ liveUntil: null, list: [{ liveUntil: null }, { liveUntil: null, version: 1 }] })
  await letTimePass(service.db.sql, course.id, '3 days')
  const end = new Date(Date.parse(liveFrom) - 3 * 86_400_000).toISOString()
  const before = await read()
  expect(before).toMatchObject({ liveUntil: end, list: [{ liveUntil: null }, { liveUntil: end, version: 2 }] })
  await applyDueReleaseSchedules(service.db.sql)
  expect(await read()).toEqual(before)
})

test('a release that was replaced on schedule has an end although the draft was restored before the job ran', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'The next edition')
  await publish(course.id, { liveFrom: inDays(2) })
  await edit(course.id, 'The draft')
  await letTimePass(service.db.sql, course.id, '3 days')
  const releases = async () => (await service.rest('GET', `/courses/${course.id}/releases`, key)).body.data
  const end = (await releases()).find(({ number }: { number: number }) => number === 1).liveUntil
  expect(end).not.toBeNull()
  expect((await service.rest('POST', `/courses/${course.id}/restore`, key, { release: 2 })).status).toBe(200)
  await applyDueReleaseSchedules(service.db.sql)
  expect((await releases()).map(({ liveUntil }: { liveUntil: string }) => liveUntil)).toEqual([null, null, end])
})

test('the live release goes on when the schedule of the next release is cancelled', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'The next edition')
  const { number } = await publish(course.id, { liveFrom: inDays(2) })
  expect((await change(course.id, number, { liveFrom: null })).status).toBe(200)
  await letTimePass(service.db.sql, course.id, '3 days')
  expect(await courseOf(course.id)).toMatchObject({ status: 'published', liveReleaseNumber: 1 })
})

test('the job for due schedules stores the status that lists filter by, and a second run changes nothing', async () => {
  const { course } = await createCourseTree(service, key, 'Due')
  await publish(course.id, { liveFrom: inDays(1) })
  await letTimePass(service.db.sql, course.id, '2 days')
  const listed = async () =>
    (await service.rest('GET', '/courses?published=true&per_page=100', key)).body.data.map(
      ({ id }: { id: string }) => id,
    )
  expect(await listed()).not.toContain(course.id)
  await applyDueReleaseSchedules(service.db.sql)
  expect(await listed()).toContain(course.id)
  const before = await courseOf(course.id)
  await applyDueReleaseSchedules(service.db.sql)
  expect(await courseOf(course.id)).toEqual(before)
})

/** Creates a course whose schedule is due, and which no job has stored yet. */
async function createDue(name: string) {
  const { course } = await createCourseTree(service, key, name)
  await publish(course.id, { liveFrom: inDays(1) })
  await letTimePass(service.db.sql, course.id, '2 days')
  const stored = () => service.db.prisma.course.findFirstOrThrow({ where: { id: course.id } })
  const { workspaceId, version } = await stored()
  return { id: course.id as string, workspaceId, version, stored }
}

test('of two processes that store a due schedule at once, one does', async () => {
  const { id, workspaceId, version, stored } = await createDue('Due twice')
  const storeFirst = async (tx: SqlRunner) => {
    const course = (await lockCourse(tx, workspaceId, id))!
    await storeLiveReleaseState(tx, makeServiceWriter(workspaceId, 'test'), course, { increasesVersion: true })
  }
  await whileRowsAreLocked(service, storeFirst, () => applyDueReleaseSchedules(service.db.sql))
  expect(await stored()).toMatchObject({ status: 'published', version: version + 1 })
})

test('a course whose schedule cannot be stored does not keep the job from the others', async () => {
  const { prisma } = service.db
  const refused = await createDue('Refused')
  await prisma.$executeRawUnsafe(`UPDATE courses SET live_changes_at = '-infinity' WHERE id = '${refused.id}'`)
  await prisma.$executeRawUnsafe(
    `ALTER TABLE courses ADD CONSTRAINT refused CHECK (id <> '${refused.id}' OR status = 'draft')`,
  )
  onTestFinished(async () => void (await prisma.$executeRawUnsafe('ALTER TABLE courses DROP CONSTRAINT refused')))
  const { stored } = await createDue('Due later')
  await expect(applyDueReleaseSchedules(service.db.sql)).rejects.toThrow(AggregateError)
  expect([(await refused.stored()).status, (await stored()).status]).toEqual(['draft', 'published'])
})

test('a run of the job stores the 100 schedules that have been due longest', async () => {
  await applyDueReleaseSchedules(service.db.sql)
  const workspaceId = await service.workspace()
  const due = Array.from({ length: 101 }, (_, index) => ({
    ...{ id: makeUuidV7(), workspaceId, name: `${index}`, status: 'published' },
    // The course that was created first is due last.
    liveChangesAt: new Date(Date.UTC(2001, 0, 1) - index * 1000),
  }))
  await service.db.prisma.course.createMany({ data: due })
  await applyDueReleaseSchedules(service.db.sql)
  const left = await service.db.prisma.course.findMany({ where: { workspaceId, status: 'published' } })
  expect(left.map(({ name }) => name)).toEqual(['0'])
})

test('the release before is live again when a temporary release ends', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'Christmas')
  expect((await publish(course.id, { liveUntil: inDays(3) })).number).toBe(2)
  expect((await courseOf(course.id)).liveReleaseNumber).toBe(2)
  await letTimePass(service.db.sql, course.id, '4 days')
  expect((await courseOf(course.id)).liveReleaseNumber).toBe(1)
})

test('a release that was replaced does not come back if the later release gets an end before the job has run', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'Second')
  await publish(course.id, { liveFrom: inDays(2) })
  await letTimePass(service.db.sql, course.id, '3 days')
  const { body } = await change(course.id, 2, { liveUntil: inDays(1) })
  const { data: first } = (await service.rest('GET', `/courses/${course.id}/releases/1`, key)).body
  expect(first.liveUntil).toBe(body.data.liveFrom)
  await letTimePass(service.db.sql, course.id, '2 days')
  expect(await courseOf(course.id)).toMatchObject({ status: 'draft', liveReleaseNumber: null })
})

test('a release that was replaced does not come back if the job has run only during a temporary release', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'Second')
  await publish(course.id, { liveFrom: inDays(2) })
  await edit(course.id, 'Christmas')
  await publish(course.id, { liveFrom: inDays(3), liveUntil: inDays(6) })
  await letTimePass(service.db.sql, course.id, '4 days')
  await applyDueReleaseSchedules(service.db.sql)
  await change(course.id, 2, { liveUntil: inDays(1) })
  expect((await courseOf(course.id)).liveReleaseNumber).toBe(3)
  await letTimePass(service.db.sql, course.id, '3 days')
  expect(await courseOf(course.id)).toMatchObject({ status: 'draft', liveReleaseNumber: null })
})

test('of two releases, the one that went live last is live, whatever its number', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id, { liveFrom: inDays(2) })
  await edit(course.id, 'Hotfix')
  await publish(course.id)
  expect((await courseOf(course.id)).liveReleaseNumber).toBe(2)
  await letTimePass(service.db.sql, course.id, '3 days')
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
  await letTimePass(service.db.sql, course.id, '9 days')
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
    { liveFrom: '2100-01-01T00:00:00Z' },
    { lessonIds: Array(1001).fill('x') },
    { message: 'x'.repeat(2001) },
    { lessonIds: [] },
  ])
    expect((await service.rest('POST', path, key, body)).body.error?.code).toBe('invalid_request')
  const time = inDays(3)
  const empty = await service.rest('POST', path, key, { liveFrom: time, liveUntil: time })
  expect(empty.body.error?.code).toBe('invalid_request')
  await publish(course.id)
  expect((await change(course.id, 1, { liveFrom: time, liveUntil: time })).status).toBe(400)
  expect((await change(course.id, 1, { liveUntil: inDays(-1) })).body.error.details.fields[0].path).toBe('liveUntil')
  expect((await change(course.id, 9, { pinned: true })).status).toBe(404)
})

test('a course has at most 50 releases that are live or scheduled, and 50 that are pinned', async () => {
  const { course } = await createCourseTree(service, key)
  await publish(course.id)
  await edit(course.id, 'Second')
  await publish(course.id)
  const [first] = await service.db.prisma.release.findMany({ where: { courseId: course.id, number: 1 } })
  const { id: _id, outline, checks: _checks, ...fields } = first!
  const planned = { ...fields, outline: outline!, liveFrom: inDays(1), liveUntil: null, pinned: true }
  await service.db.prisma.release.createMany({
    data: Array.from({ length: 49 }, (_, index) => ({ ...planned, id: makeUuidV7(), number: index + 3 })),
  })
  const refusalOf = ({ status, body }: Awaited<ReturnType<typeof change>>) => [status, body.error?.details]
  const full = [409, { reason: 'too_many_scheduled_releases', max: 50 }]
  expect(refusalOf(await change(course.id, 1, { liveFrom: inDays(2), liveUntil: null }))).toEqual(full)
  await edit(course.id, 'Third')
  const temporary = { liveUntil: inDays(1) }
  expect(refusalOf(await service.rest('POST', `/courses/${course.id}/releases`, key, temporary))).toEqual(full)
  for (const time of ['first', 'second'])
    expect([time, (await change(course.id, 2, { pinned: true })).status]).toEqual([time, 200])
  expect(refusalOf(await change(course.id, 1, { pinned: true }))).toEqual([
    409,
    { reason: 'too_many_pinned_releases', max: 50 },
  ])
})

test('If-Match of a release is the version in its ETag', async () => {
  const { course } = await createCourseTree(service, key)
  const { hash } = await publish(course.id)
  const pinned = await change(course.id, 1, { pinned: true }, { 'If-Match': `"${hash}"` })
  expect([pinned.status, pinned.headers.get('etag')]).toEqual([200, `"${hash}-2"`])
  const stale = await change(course.id, 1, { pinned: false }, { 'If-Match': `"${hash}"` })
  expect([stale.status, stale.body.error.details]).toEqual([412, { currentVersion: 2 }])
})

test('retention keeps the live, the scheduled, the pinned and the newest releases, and deletes the others with the texts that no release uses', async () => {
  const { course } = await createCourseTree(service, key, 'Kept')
  for (let number = 1; number <= 6; number++) {
    await edit(course.id, `Version ${number}`)
    await publish(course.id, number === 3 ? { liveFrom: inDays(30) } : {})
  }
  await change(course.id, 2, { pinned: true })
  await service.db.prisma.$executeRawUnsafe(`UPDATE release_nodes SET created_at = now() - interval '2 days'`)
  await deleteOldReleases(service.db.sql, 2)
  const numbers = async () =>
    (await service.rest('GET', `/courses/${course.id}/releases`, key)).body.data.map(
      (one: { number: number }) => one.number,
    )
  expect(await numbers()).toEqual([6, 5, 3, 2])
  for (const number of await numbers())
    expect((await service.rest('GET', `/courses/${course.id}/releases/${number}`, key)).status).toBe(200)
})

test('the deletion of old releases waits for a publish of the course, and keeps the texts of the new release', async () => {
  const { course, block } = await createCourseTree(service, key, 'Pruned')
  const { workspaceId } = await service.db.prisma.course.findFirstOrThrow({ where: { id: course.id } })
  const setText = (text: string) => service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text } })
  for (const text of ['first', 'second', 'third']) {
    await setText(text)
    await publish(course.id)
  }
  await setText('first')
  await service.db.prisma.$executeRawUnsafe(`UPDATE release_nodes SET created_at = now() - interval '2 days'`)
  const publishAgain = (tx: SqlRunner) => publishCourse(tx, makeServiceWriter(workspaceId, 'test'), course.id, {})
  await whileRowsAreLocked(service, publishAgain, () => deleteOldReleases(service.db.sql, 1))
  const { status, body } = await service.rest('GET', `/courses/${course.id}/releases/4`, key)
  expect([status, body.data?.modules[0].lessons[0].blocks[0].content]).toEqual([200, { text: 'first' }])
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
  await deleteOldReleases(service.db.sql, 3)
  expect(await nodes()).toBe(3)
})

test('a course that was published before there were releases gets its first release', async () => {
  const { course } = await createCourseTree(service, key, 'Old')
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE courses SET status = 'published', live_changes_at = '-infinity' WHERE id = '${course.id}'`,
  )
  expect((await courseOf(course.id)).status).toBe('published')
  await applyDueReleaseSchedules(service.db.sql)
  expect(await courseOf(course.id)).toMatchObject({
    status: 'published',
    liveReleaseNumber: 1,
    hasUnpublishedChanges: false,
  })
})

test('a course that an old version of the service has unpublished meanwhile gets no release', async () => {
  const { course } = await createCourseTree(service, key, 'Unpublished')
  await service.db.prisma.$executeRawUnsafe(
    `UPDATE courses SET live_changes_at = '-infinity' WHERE id = '${course.id}'`,
  )
  await applyDueReleaseSchedules(service.db.sql)
  expect(await courseOf(course.id)).toMatchObject({ status: 'draft', liveReleaseNumber: null })
  expect(await service.db.prisma.release.count({ where: { courseId: course.id } })).toBe(0)
})

test('a release of an unknown course cannot be changed', async () => {
  const answer = await service.rest('PATCH', `/courses/${crypto.randomUUID()}/releases/1`, key, { pinned: true })
  expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
})
