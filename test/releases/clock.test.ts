import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { runSql } from '../support/row-locks.ts'
import { letTimePass } from '../support/schedules.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let publicId: string
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
})
afterAll(() => service.close())
afterEach(() => void vi.useRealTimers())

const send = (method: string, path: string, body?: object) => service.rest(method, path, key, body)

/** Returns a time by the clock of the database. */
async function inSeconds(seconds: number): Promise<string> {
  const [row] = await runSql(service.db.sql, 'SELECT now() AS now')
  return new Date(Date.parse(row!.now as string) + seconds * 1000).toISOString()
}

/** Creates a public course with one lesson and publishes it. */
async function createCourse() {
  const modules = [{ name: 'One', lessons: [{ name: 'Light', blocks: [] }] }]
  const { body } = await send('POST', '/courses', { name: 'Old', visibility: 'public', modules })
  const id: string = body.data.id
  await send('POST', `/courses/${id}/releases`, {})
  await send('PATCH', `/courses/${id}`, { name: 'New' })
  return id
}

/** Reads the name of the course that learners see, everywhere where they see it. */
async function namesForLearners(id: string) {
  const delivery = `/delivery/${publicId}/courses`
  const course = await service.rest('GET', `${delivery}/${id}`)
  const tree = await service.rest('GET', `${delivery}/${id}/tree`)
  const list = (await service.rest('GET', delivery)).body.data
  const page = await service.http(`/learn/${publicId}/${id}`)
  const query = `{ deliveredCourse(workspace: "${publicId}", course: "${id}") { name } }`
  const names = [
    course.body.data?.name,
    tree.body.data?.name,
    list.find((one: { id: string }) => one.id === id)?.name,
    page.status === 404 ? undefined : /<h1[^>]*>(.*)<\/h1>/.exec(page.text)?.[1],
    (await service.graphql(query)).data?.deliveredCourse?.name,
  ]
  const cacheControls = [course, tree, page].map(({ headers }) => headers.get('cache-control')!)
  return { names, cacheControls }
}
const everywhere = (name: string | undefined) => Array.from({ length: 5 }, () => name)

// An hour, so that the test does not depend on how long it takes. On PostgreSQL only the process is wrong.
describe.each([
  ['an hour ahead', 3600],
  ['an hour behind', -3600],
])('in a process whose clock is %s', (_what, skew) => {
  const skewClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew * 1000 })

  test('a scheduled release goes live when the database says so, and caches keep nothing beyond that', async () => {
    skewClock()
    const id = await createCourse()
    const planned = await send('POST', `/courses/${id}/releases`, { liveFrom: await inSeconds(45) })
    expect(planned.status).toBe(201)
    const before = await namesForLearners(id)
    expect(before.names).toEqual(everywhere('Old'))
    for (const value of before.cacheControls) expect(Number(/s-maxage=(\d+)/.exec(value)![1])).toBeLessThanOrEqual(45)
    await letTimePass(service.db.sql, id, '1 minute')
    expect((await namesForLearners(id)).names).toEqual(everywhere('New'))
    expect((await send('GET', `/courses/${id}`)).body.data.liveReleaseNumber).toBe(2)
  })

  test('a release that has ended is not live', async () => {
    skewClock()
    const id = await createCourse()
    await send('PATCH', `/courses/${id}/releases/1`, { liveUntil: await inSeconds(45) })
    expect((await namesForLearners(id)).names).toEqual(everywhere('Old'))
    await letTimePass(service.db.sql, id, '1 minute')
    expect((await namesForLearners(id)).names).toEqual(everywhere(undefined))
  })

  test('an end in the past is refused and an end in the future is taken, by the clock of the database', async () => {
    skewClock()
    const id = await createCourse()
    for (const [seconds, status] of [
      [-60, 400],
      [1800, 201],
    ] as const) {
      const time = await inSeconds(seconds)
      expect((await send('POST', `/courses/${id}/preview-links`, { expiresAt: time })).status).toBe(status)
      expect((await send('POST', `/courses/${id}/releases`, { liveUntil: time })).status).toBe(status)
    }
  })

  test('a preview link works for a week by the clock of the database', async () => {
    skewClock()
    const id = await createCourse()
    const { expiresAt } = (await send('POST', `/courses/${id}/preview-links`, {})).body.data
    const week = 7 * 86_400
    expect(expiresAt > (await inSeconds(week - 300)) && expiresAt <= (await inSeconds(week))).toBe(true)
  })
})
