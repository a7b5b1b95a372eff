import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoWorkspace } from '../../src/sample/seed.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('of two processes that start on an empty database, one creates the demo workspace, whose texts are found', async () => {
  const seed = () => seedDemoWorkspace(service.db, 'cw')
  const seeded = await Promise.all([seed(), seed()])
  const demos = seeded.flatMap((demo) => demo ?? [])
  expect(demos).toHaveLength(1)
  expect(await service.db.prisma.workspace.count()).toBe(1)
  const [{ key, coursePath }] = demos as [(typeof demos)[number]]
  expect((await service.http(coursePath)).status).toBe(200)
  for (const [level, word] of [
    ['module', 'Watching'],
    ['lesson', 'feather'],
    ['block', 'tycho'],
  ])
    expect((await service.rest('GET', `/search?query=${word}&level=${level}`, key)).body.data).not.toEqual([])
  expect([await seed(), await service.db.prisma.workspace.count()]).toEqual([undefined, 1])
})
