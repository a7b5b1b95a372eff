import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { applyDueReleaseSchedules } from '../../src/releases/publishing/due-schedules.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { letTimePass } from '../support/schedules.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ hasJobs: false })
  key = await service.key()
})
afterAll(() => service.close())

const publish = (courseId: string, body: object = {}) =>
  service.rest('POST', `/courses/${courseId}/releases`, key, body)
const edit = (id: string, name: string) => service.rest('PATCH', `/courses/${id}`, key, { name })
const courseOf = async (id: string) => (await service.rest('GET', `/courses/${id}`, key)).body.data
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const create = async (): Promise<string> => (await createCourseTree(service, key)).course.id

/** Adds `count` copies of release 1 that go live tomorrow. */
async function addScheduled(courseId: string, count: number): Promise<void> {
  const first = await service.db.prisma.release.findFirstOrThrow({ where: { courseId, number: 1 } })
  const { id: _id, outline, checks: _checks, ...fields } = first
  const data = Array.from({ length: count }, (_, index) => ({
    ...fields,
    outline: outline!,
    liveFrom: new Date(inDays(1)),
    id: makeUuidV7(),
    number: index + 2,
  }))
  await service.db.prisma.release.createMany({ data })
}

const full = { reason: 'too_many_scheduled_releases', max: 50 }

test('editions that were scheduled one after the other never keep a course from being published', async () => {
  const id = await create()
  for (let number = 1; number <= 50; number++) {
    await edit(id, `Week ${number}`)
    expect((await publish(id, { liveFrom: inDays(1) })).status).toBe(201)
    await letTimePass(service.db.sql, id, '7 days')
  }
  await edit(id, 'Hotfix')
  expect((await publish(id)).status).toBe(201)
})

test('a scheduled release without an end ends the releases before it when it goes live', async () => {
  const id = await create()
  await publish(id)
  await edit(id, 'Second')
  const { liveFrom } = (await publish(id, { liveFrom: inDays(1) })).body.data.release
  await letTimePass(service.db.sql, id, '2 days')
  await applyDueReleaseSchedules(service.db.sql)
  const { items } = (await service.graphql(`{ releasePage(courseId: "${id}") { items { number liveUntil } } }`, key))
    .data.releasePage
  const wentLive = new Date(Date.parse(liveFrom) - 2 * 86_400_000).toISOString()
  expect(items).toEqual([
    { number: 2, liveUntil: null },
    { number: 1, liveUntil: wentLive },
  ])
})

test('the release before is live again when a release with an end is over, also if both were scheduled', async () => {
  const id = await create()
  await publish(id, { liveFrom: inDays(1) })
  await edit(id, 'Christmas')
  await publish(id, { liveFrom: inDays(3), liveUntil: inDays(5) })
  const numbers: (number | null)[] = []
  for (let passed = 0; passed < 3; passed++) {
    await letTimePass(service.db.sql, id, '2 days')
    await applyDueReleaseSchedules(service.db.sql)
    numbers.push((await courseOf(id)).liveReleaseNumber)
  }
  expect(numbers).toEqual([1, 2, 1])
})

test('an earlier release that is live again without an end replaces the others, and only scheduled releases count for its limit', async () => {
  const id = await create()
  await publish(id)
  await edit(id, 'Second')
  await publish(id)
  await service.db.prisma.release.updateMany({ where: { courseId: id, number: 2 }, data: { number: 60 } })
  await addScheduled(id, 49)
  const change = (number: number, body: object) => service.rest('PATCH', `/courses/${id}/releases/${number}`, key, body)
  expect((await change(1, { liveFrom: inDays(-1), liveUntil: null })).status).toBe(200)
  expect((await courseOf(id)).liveReleaseNumber).toBe(1)
  expect((await change(60, { pinned: true })).body.data.liveUntil).not.toBeNull()
  const reopened = await change(60, { liveUntil: null })
  expect([reopened.status, reopened.body.data.liveUntil === null]).toEqual([200, false])
})

test('a dry run is refused as the publish is', async () => {
  const id = await create()
  await publish(id)
  await addScheduled(id, 49)
  await edit(id, 'New')
  for (const body of [{ liveFrom: inDays(2) }, { liveUntil: inDays(2) }])
    for (const dryRun of [true, false]) {
      const answer = await publish(id, { ...body, dryRun })
      expect([answer.status, answer.body.error?.details]).toEqual([409, full])
    }
  expect((await publish(id, { dryRun: true })).status).toBe(200)
  expect((await publish(id)).status).toBe(201)
})

test('a publish of what is live makes no release if its start is in the past', async () => {
  const id = await create()
  await publish(id)
  const again = await publish(id, { liveFrom: inDays(-1) })
  expect([again.status, again.body.data.isNew]).toEqual([200, false])
})
