import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase, startTestService } from '../support/service.ts'

test('a service that closes writes what is pending first, and closes the database last', async () => {
  const { db } = await freshDatabase()
  const service = await startTestService({ db: { ...db, close: async () => {} } })
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  expect((await service.rest('GET', '/courses', key)).status).toBe(200)
  await service.close()
  const [usage, used] = await Promise.all([
    db.prisma.usageHour.findMany({ where: { workspaceId } }),
    db.prisma.apiKey.findFirstOrThrow({ where: { workspaceId } }),
  ])
  expect([usage.map(({ requests }) => requests), used.lastUsedAt]).toEqual([[1], expect.any(Date)])
  await db.close()
})

test('a service closes its database although the last uses of keys cannot be written, and the log says so', async () => {
  const { db } = await freshDatabase()
  const close = vi.fn(db.close)
  const service = await startTestService({ db: { ...db, close } })
  vi.spyOn(service.app.services.keyring, 'flush').mockRejectedValue(new Error('away'))
  await service.close()
  expect(close).toHaveBeenCalledTimes(1)
  expect(service.logged.map(({ msg }) => msg)).toContain('last uses were not written')
})

test('a service that has closed leaves no interval behind', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const [{ db }, { db: replicaDb }] = [await freshDatabase(), await freshDatabase()]
  const service = await startTestService({ db, replicaDb, env: { SHED_AFTER_MS: '500' } })
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  await service.close()
  expect(vi.getTimerCount()).toBe(0)
})
