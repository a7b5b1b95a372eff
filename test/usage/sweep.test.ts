import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUuidV7 } from '../../src/courses/outline/writes.ts'
import { makeRequestCounter } from '../../src/usage/counter.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const hourMs = 3_600_000
const counter = () => makeRequestCounter(service.db.sql, service.app.services.log)
const hoursOf = (workspaceId: string) => service.db.prisma.usageHour.findMany({ where: { workspaceId } })

test('usage is deleted after 400 days', async () => {
  const workspaceId = await service.workspace()
  const daysAgo = (days: number) => new Date(Math.floor((Date.now() - days * 24 * hourMs) / hourMs) * hourMs)
  await service.db.prisma.usageHour.createMany({
    data: [401, 399, 0].map((days) => ({ workspaceId, hour: daysAgo(days), requests: days, errors: 0 })),
  })
  await counter().deleteExpired()
  const kept = (await hoursOf(workspaceId)).map(({ requests }) => requests)
  expect(kept.sort()).toEqual([0, 399])
})

test('a deleted workspace does not prevent the usage of others from being written', async () => {
  const workspaceId = await service.workspace()
  const usage = counter()
  usage.record(makeUuidV7(), 200)
  usage.record(workspaceId, 200)
  usage.record(workspaceId, 500)
  await usage.flush()
  expect(await hoursOf(workspaceId)).toMatchObject([{ requests: 2, errors: 1 }])
})

test('a count is written once, even with concurrent flushes', async () => {
  const workspaceId = await service.workspace()
  const usage = counter()
  usage.record(workspaceId, 200)
  await Promise.all([usage.flush(), usage.flush()])
  await usage.flush()
  expect(await hoursOf(workspaceId)).toMatchObject([{ requests: 1, errors: 0 }])
})

test('while the database is away, usage of 50,000 workspaces is counted, and of no more', async () => {
  const written: number[] = []
  let isAway = true
  const sql = {
    rows: async (_statement: unknown, [workspaces]: [string[]]) => {
      if (isAway) throw new Error('The database is away.')
      written.push(workspaces.length)
      return []
    },
  } as unknown as Parameters<typeof makeRequestCounter>[0]
  const usage = makeRequestCounter(sql, service.app.services.log)
  for (let index = 0; index < 50_001; index++) usage.record(`workspace ${index}`, 200)
  await usage.flush()
  isAway = false
  await usage.flush()
  expect(written).toEqual([50_000])
})
