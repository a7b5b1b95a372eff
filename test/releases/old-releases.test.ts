import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { deleteOldReleases, deleteReleasesUnlessCourseExists } from '../../src/releases/old-releases.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let workspaceId: string
let key: string
beforeAll(async () => {
  service = await startTestService({ hasJobs: false })
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(() => service.close())

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)
const publish = (courseId: string) => service.rest('POST', `/courses/${courseId}/releases`, key, {})

async function createPublished(): Promise<string> {
  const { course } = await createCourseTree(service, key)
  expect((await publish(course.id)).status).toBe(201)
  return course.id
}
/** Deletes a course, and returns the path of its trash entry. */
async function remove(courseId: string): Promise<string> {
  expect((await service.rest('DELETE', `/courses/${courseId}`, key)).status).toBe(200)
  const { body } = await service.rest('GET', `/trash?courseId=${courseId}`, key)
  return `/trash/${body.data[0].id}`
}
const releaseOf = (courseId: string) => service.db.prisma.release.findFirst({ where: { courseId } })
const setDeletedAt = (courseId: string, courseDeletedAt: Date) =>
  service.db.prisma.release.updateMany({ where: { courseId }, data: { courseDeletedAt } })
const countNodes = (courseId: string) => service.db.prisma.releaseNode.count({ where: { courseId } })

test('the releases of a deleted course are deleted after 31 days, unless the course has come back', async () => {
  const [first, second, recent, restored] = [
    await createPublished(),
    await createPublished(),
    await createPublished(),
    await createPublished(),
  ]
  const entries = new Map<string, string>()
  for (const id of [first, second, recent, restored]) entries.set(id, await remove(id))
  await deleteOldReleases(service.db.sql, 50)
  for (const id of [first, second, recent, restored]) expect((await releaseOf(id))?.courseDeletedAt).not.toBeNull()
  const almost = hoursAgo(31 * 24 - 1)
  await setDeletedAt(first, hoursAgo(31 * 24 + 1))
  await setDeletedAt(second, hoursAgo(40 * 24))
  await setDeletedAt(recent, almost)
  await setDeletedAt(restored, hoursAgo(40 * 24))
  expect((await service.rest('POST', `${entries.get(restored)}/restore`, key)).status).toBe(200)
  await deleteOldReleases(service.db.sql, 50)
  for (const id of [first, second]) expect([await releaseOf(id), await countNodes(id)]).toEqual([null, 0])
  expect([(await releaseOf(recent))?.courseDeletedAt, await countNodes(recent)]).toEqual([almost, 1])
  expect([(await releaseOf(restored))?.courseDeletedAt, await countNodes(restored)]).toEqual([null, 1])
})

test('a course that comes back before its releases are deleted keeps them', async () => {
  const id = await createPublished()
  await service.db.sql.transaction((tx) => deleteReleasesUnlessCourseExists(tx, workspaceId, id))
  expect([(await releaseOf(id))?.number, await countNodes(id)]).toEqual([1, 1])
})

test('a run deletes the releases of at most 100 deleted courses, and the old releases of at most 100 other courses', async () => {
  const template = await releaseOf(await createPublished())
  const { checks: _checks, outline, ...fields } = template!
  /** Stores a release of each of 101 courses that do not exist, and returns how many releases are left. */
  async function store(more: { published: boolean; courseDeletedAt: Date | null }) {
    const ids = Array.from({ length: 101 }, () => makeUuidV7())
    await service.db.prisma.release.createMany({
      data: ids.map((courseId) => ({ ...fields, outline: outline!, id: makeUuidV7(), courseId, ...more })),
    })
    return () => service.db.prisma.release.count({ where: { courseId: { in: ids } } })
  }
  const expired = await store({ published: true, courseDeletedAt: hoursAgo(40 * 24) })
  await deleteOldReleases(service.db.sql, 50)
  expect(await expired()).toBe(1)
  await deleteOldReleases(service.db.sql, 50)
  expect(await expired()).toBe(0)
  await service.db.prisma.release.deleteMany()
  const kept = await store({ published: false, courseDeletedAt: null })
  await deleteOldReleases(service.db.sql, 0)
  expect(await kept()).toBe(1)
})

test('the texts of deleted releases are kept for a day', async () => {
  const { course, block } = await createCourseTree(service, key)
  const texts = new Map<string, string>()
  for (const text of ['first', 'second', 'third']) {
    await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text } })
    const { number } = (await publish(course.id)).body.data.release
    const { modules } = (await service.rest('GET', `/courses/${course.id}/releases/${number}`, key)).body.data
    texts.set(text, modules[0].lessons[0].hash)
  }
  const date = (text: string, hours: number) =>
    service.db.prisma.releaseNode.updateMany({
      where: { courseId: course.id, hash: texts.get(text)! },
      data: { createdAt: hoursAgo(hours) },
    })
  await date('first', 25)
  await date('second', 23)
  await deleteOldReleases(service.db.sql, 1)
  const left = await service.db.prisma.releaseNode.findMany({ where: { courseId: course.id }, select: { hash: true } })
  expect(left.map(({ hash }) => hash).sort()).toEqual([texts.get('second'), texts.get('third')].sort())
})

test('the job keeps the newest releases of each course with their texts, whatever other courses of the workspace have', async () => {
  const courses = [
    { releases: 8, left: [8, 7, 6] },
    { releases: 5, left: [5, 4, 3] },
    { releases: 2, left: [2, 1] },
  ]
  const made: { id: string; left: number[] }[] = []
  for (const { releases, left } of courses) {
    const { course, block } = await createCourseTree(service, key)
    for (let number = 1; number <= releases; number++) {
      const content = { text: `Text ${number}` }
      expect((await service.rest('PATCH', `/blocks/${block.id}`, key, { content })).status).toBe(200)
      expect((await publish(course.id)).status).toBe(201)
    }
    made.push({ id: course.id, left })
  }
  await service.db.prisma.releaseNode.updateMany({ data: { createdAt: hoursAgo(48) } })
  await deleteOldReleases(service.db.sql, 3)
  for (const { id, left } of made) {
    const { data } = (await service.rest('GET', `/courses/${id}/releases`, key)).body
    expect(data.map(({ number }: { number: number }) => number)).toEqual(left)
    for (const number of left) {
      const { body } = await service.rest('GET', `/courses/${id}/releases/${number}`, key)
      expect(body.data.modules[0].lessons[0].blocks[0].content).toEqual({ text: `Text ${number}` })
    }
    expect(await countNodes(id)).toBe(left.length)
  }
})

test('the job leaves a course alone whose further releases are all pinned', async () => {
  const id = await createPublished()
  for (const name of ['Second', 'Third']) {
    await service.rest('PATCH', `/courses/${id}`, key, { name })
    expect((await publish(id)).status).toBe(201)
  }
  for (const number of [1, 2])
    expect((await service.rest('PATCH', `/courses/${id}/releases/${number}`, key, { pinned: true })).status).toBe(200)
  const { sql } = service.db
  await deleteOldReleases(sql, 1)
  let transactions = 0
  const counted: typeof sql = {
    ...sql,
    transaction: (work) => {
      transactions++
      return sql.transaction(work)
    },
  }
  await deleteOldReleases(counted, 1)
  expect(transactions).toBe(0)
  await service.rest('PATCH', `/courses/${id}/releases/1`, key, { pinned: false })
  await deleteOldReleases(counted, 0)
  expect(transactions).toBeGreaterThan(0)
})

// On a cluster, a table like `held` cannot refer to releases.
test.skipIf(inject('postgres')?.template === null)(
  'a course whose releases cannot be deleted does not keep the job from the others',
  async () => {
    const { prisma } = service.db
    const ids = [await createPublished(), await createPublished()]
    for (const id of ids) await remove(id)
    for (const id of ids) await setDeletedAt(id, hoursAgo(40 * 24))
    const held = (await releaseOf(ids[0]!))!.id
    await prisma.$executeRawUnsafe(
      `CREATE TABLE held AS SELECT r.workspace_id, r.id FROM releases r WHERE r.id = '${held}'`,
    )
    await prisma.$executeRawUnsafe(
      'ALTER TABLE held ADD FOREIGN KEY (workspace_id, id) REFERENCES releases (workspace_id, id)',
    )
    onTestFinished(async () => void (await prisma.$executeRawUnsafe('DROP TABLE held')))
    await expect(deleteOldReleases(service.db.sql, 50)).rejects.toThrow(AggregateError)
    expect([(await releaseOf(ids[0]!))?.id, await releaseOf(ids[1]!)]).toEqual([held, null])
  },
)
