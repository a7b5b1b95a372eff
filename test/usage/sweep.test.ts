import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { makeRequestCounter } from '../../src/usage/counter.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const hourMs = 3_600_000
const counter = () => makeRequestCounter(service.db, service.app.services.log)
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

test('counts are written two seconds after the first response, again and again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const written: unknown[] = []
  const sql = { rows: async (_statement: unknown, [, , requests]: unknown[][]) => written.push(requests) }
  const usage = makeRequestCounter({ sql } as unknown as typeof service.db, service.app.services.log)
  for (const responses of [1, 2]) {
    for (let count = 0; count < responses; count++) usage.record('w', 200)
    await vi.advanceTimersByTimeAsync(1999)
    expect(written).toHaveLength(responses - 1)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(written).toEqual([[1], [2]])
})

test('counts are written in the order of their workspaces, so that two processes do not wait for each other', async () => {
  const { prisma } = service.db
  await prisma.$executeRaw`CREATE TABLE written (number serial, workspace_id uuid)`
  await prisma.$executeRaw`CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO written (workspace_id) VALUES (new.workspace_id); RETURN new; END'`
  await prisma.$executeRaw`CREATE TRIGGER note_written BEFORE INSERT ON usage_hours FOR EACH ROW EXECUTE FUNCTION note_written()`
  onTestFinished(async () => void (await prisma.$executeRaw`DROP FUNCTION note_written CASCADE`))
  const workspaces = Array.from({ length: 5 }, makeUuidV7)
  // Neither the order of the workspaces nor that of their responses is the order of the identifiers.
  for (const index of [2, 4, 0, 3, 1])
    await prisma.workspace.create({ data: { id: workspaces[index]!, name: 'W', plan: 'enterprise' } })
  const usage = counter()
  for (const index of [3, 0, 4, 2, 1]) usage.record(workspaces[index]!, 200)
  await usage.flush()
  const rows = await prisma.$queryRaw<{ id: string }[]>`SELECT workspace_id::text AS id FROM written ORDER BY number`
  expect(rows.map(({ id }) => id)).toEqual(workspaces)
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
  }
  const usage = makeRequestCounter({ sql } as unknown as typeof service.db, service.app.services.log)
  for (let index = 0; index < 50_001; index++) usage.record(`workspace ${index}`, 200)
  await usage.flush()
  isAway = false
  await usage.flush()
  expect(written).toEqual([50_000])
})

test('after a failure, the usage of workspaces whose node does not answer waits, and that of others is written', async () => {
  const written: string[][] = []
  let away = ['away']
  const sql = {
    rows: async (_statement: unknown, [workspaces]: [string[]]) => {
      if (away.some((id) => workspaces.includes(id))) throw new Error('A node does not answer.')
      written.push(workspaces)
      return []
    },
  }
  const listWorkspacesAway = async (ids: readonly string[]) => ids.filter((id) => away.includes(id))
  const usage = makeRequestCounter(
    { sql, listWorkspacesAway } as unknown as typeof service.db,
    service.app.services.log,
  )
  usage.record('away', 200)
  usage.record('other', 200)
  await usage.flush()
  expect(written).toEqual([])
  await usage.flush()
  expect(written).toEqual([['other']])
  away = []
  await usage.flush()
  expect(written).toEqual([['other'], ['away']])
})
