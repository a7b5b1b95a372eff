import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeApiKeyLastUseRecorder } from '../../src/identity/last-uses.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const lastUse = async (workspaceId: string) =>
  (await service.db.prisma.apiKey.findFirstOrThrow({ where: { workspaceId } })).lastUsedAt
const use = (key: string) => service.rest('GET', '/block-types', key)
const flush = () => service.app.services.keyring.flush()
const writes = (statements: string[]) => statements.filter((text) => text.startsWith('UPDATE api_keys')).length

test('the last use of a key is written after the response, once for many requests', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  expect(await lastUse(workspaceId)).toBeNull()
  const before = Date.now()
  // The timer may write before `flush`.
  const statements = await allStatementsOf(async () => {
    await Promise.all(Array.from({ length: 20 }, () => use(key)))
    await flush()
  })
  expect(writes(statements)).toBe(1)
  await expect.poll(() => lastUse(workspaceId)).not.toBeNull()
  const at = (await lastUse(workspaceId))!.getTime()
  expect(at).toBeGreaterThanOrEqual(before - 1000)
  expect(at).toBeLessThanOrEqual(Date.now())
})

test('the last use of a key is written by a timer', async () => {
  const workspaceId = await service.workspace()
  await use(await service.key({ workspaceId }))
  await expect.poll(() => lastUse(workspaceId), { timeout: 10_000 }).toEqual(expect.any(Date))
})

test('the last use of a key is written at most once a minute', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  await use(key)
  await flush()
  await expect.poll(() => lastUse(workspaceId)).not.toBeNull()
  const first = await lastUse(workspaceId)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50_000 })
  onTestFinished(() => void vi.useRealTimers())
  const useAndFlush = async () => {
    await use(key)
    await flush()
  }
  expect(writes(await allStatementsOf(useAndFlush))).toBe(0)
  expect(await lastUse(workspaceId)).toEqual(first)
  vi.setSystemTime(Date.now() + 11_000)
  expect(writes(await allStatementsOf(useAndFlush))).toBe(1)
  await expect.poll(async () => (await lastUse(workspaceId))!.getTime()).toBeGreaterThan(first!.getTime() + 60_000)
})

test('a refused key has no last use', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId, expiresAt: new Date(Date.now() - 1) })
  expect((await use(key)).status).toBe(401)
  await flush()
  expect(await lastUse(workspaceId)).toBeNull()
})

test('at most ten thousand last uses wait to be written', async () => {
  let written = 0
  const rows: typeof service.db.sql.rows = async (_statement, values) => {
    written += (values[0] as string[]).length
    return []
  }
  const uses = makeApiKeyLastUseRecorder({ ...service.db, sql: { ...service.db.sql, rows } })
  for (let index = 0; index < 10_500; index++) uses.record(`key ${index}`)
  await uses.flush()
  expect(written).toBe(10_000)
})

test('a last use within a minute of one that another process wrote is not written, nor is an earlier one', async () => {
  const workspaceId = await service.workspace()
  await service.key({ workspaceId })
  const { id } = await service.db.prisma.apiKey.findFirstOrThrow({ where: { workspaceId } })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const now = Date.now()
  const useAt = async (ms: number) => {
    vi.setSystemTime(now + ms)
    const uses = makeApiKeyLastUseRecorder(service.db)
    uses.record(id)
    await uses.flush()
    return (await lastUse(workspaceId))!.getTime() - now
  }
  expect(await useAt(0)).toBe(0)
  expect(await useAt(59_999)).toBe(0)
  expect(await useAt(-120_000)).toBe(0)
  expect(await useAt(60_000)).toBe(60_000)
})

test('the last uses of ten thousand keys are remembered, and of no more', async () => {
  const written: string[] = []
  const rows: typeof service.db.sql.rows = async (_statement, values) => {
    written.push(...(values[0] as string[]))
    return []
  }
  const uses = makeApiKeyLastUseRecorder({ ...service.db, sql: { ...service.db.sql, rows } })
  const use = async (...ids: string[]) => {
    for (const id of ids) uses.record(id)
    await uses.flush()
    return written.splice(0)
  }
  const others = Array.from({ length: 9999 }, (_, index) => `key ${index}`)
  expect(await use('first')).toEqual(['first'])
  await use(...others)
  expect(await use('first')).toEqual([])
  await use('one more')
  await use('another')
  expect(await use(others[0]!)).toEqual([others[0]])
})

test('a last use that cannot be written is given up, and later ones are written', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const written: unknown[] = []
  let isAway = true
  const rows: typeof service.db.sql.rows = async (_statement, values) => {
    if (isAway) throw new Error('the database does not answer')
    written.push(values[0])
    return []
  }
  const uses = makeApiKeyLastUseRecorder({ ...service.db, sql: { ...service.db.sql, rows } })
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  uses.record('first')
  await vi.advanceTimersByTimeAsync(500)
  isAway = false
  uses.record('second')
  await vi.advanceTimersByTimeAsync(500)
  expect(written).toEqual([['second']])
  await new Promise(setImmediate)
  expect(unhandled).not.toHaveBeenCalled()
})

test('while the database keeps a write waiting, no second one is sent', async () => {
  const written: unknown[] = []
  const first = Promise.withResolvers<never[]>()
  const rows: typeof service.db.sql.rows = (_statement, values) => {
    written.push(values[0])
    return written.length === 1 ? first.promise : Promise.resolve([])
  }
  const uses = makeApiKeyLastUseRecorder({ ...service.db, sql: { ...service.db.sql, rows } })
  uses.record('first')
  void uses.flush()
  await new Promise(setImmediate)
  uses.record('second')
  const flushed = uses.flush()
  await new Promise(setImmediate)
  expect(written).toEqual([['first']])
  first.resolve([])
  await flushed
  expect(written).toEqual([['first'], ['second']])
})
