import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type House, makeHouse } from '../house.ts'
import { allStatementsOf } from '../statements.ts'

let house: House
beforeAll(async () => {
  house = await makeHouse()
})
afterAll(() => house.close())

const lastUse = async (workspaceId: string) =>
  (await house.db.prisma.apiKey.findFirstOrThrow({ where: { workspaceId } })).lastUsedAt
const use = (key: string) => house.rest('GET', '/block-types', key)
const flush = () => house.app.services.keyring.flush()
const writes = (statements: string[]) => statements.filter((text) => text.startsWith('UPDATE api_keys')).length

test('the last use of a key is written down after the answer, once for many requests', async () => {
  const workspaceId = await house.workspace()
  const key = await house.key({ workspaceId })
  expect(await lastUse(workspaceId)).toBeNull()
  const before = Date.now()
  const during = await allStatementsOf(() => Promise.all(Array.from({ length: 20 }, () => use(key))))
  const after = await allStatementsOf(flush)
  expect(writes([...during, ...after])).toBe(1)
  const at = (await lastUse(workspaceId))!.getTime()
  expect(at).toBeGreaterThanOrEqual(before - 1000)
  expect(at).toBeLessThanOrEqual(Date.now())
})

test('it is written by itself', async () => {
  const workspaceId = await house.workspace()
  await use(await house.key({ workspaceId }))
  await expect.poll(() => lastUse(workspaceId), { timeout: 10_000 }).toEqual(expect.any(Date))
})

test('it is written at most once a minute', async () => {
  const workspaceId = await house.workspace()
  const key = await house.key({ workspaceId })
  await use(key)
  await flush()
  const first = await lastUse(workspaceId)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50_000 })
  onTestFinished(() => void vi.useRealTimers())
  await use(key)
  expect(writes(await allStatementsOf(flush))).toBe(0)
  expect(await lastUse(workspaceId)).toEqual(first)
  vi.setSystemTime(Date.now() + 11_000)
  await use(key)
  expect(writes(await allStatementsOf(flush))).toBe(1)
  expect((await lastUse(workspaceId))!.getTime()).toBeGreaterThan(first!.getTime() + 60_000)
})

test('a key that is refused is not used', async () => {
  const workspaceId = await house.workspace()
  const key = await house.key({ workspaceId, expiresAt: new Date(Date.now() - 1) })
  expect((await use(key)).status).toBe(401)
  await flush()
  expect(await lastUse(workspaceId)).toBeNull()
})
