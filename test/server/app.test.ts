import { setTimeout as wait } from 'node:timers/promises'
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

test('a service that closes waits for the batch of texts that is being indexed, and starts no other', async () => {
  const { db } = await freshDatabase()
  const started = Promise.withResolvers<void>()
  const canEnd = Promise.withResolvers<void>()
  const events: string[] = []
  const rows: typeof db.sql.rows = async (statement, values) => {
    if (statement.name !== 'search_catch_up_batch') return db.sql.rows(statement, values)
    events.push('batch')
    started.resolve()
    await canEnd.promise
    // More changes are waiting than the batch has taken. The cast is necessary, because `rows` is generic.
    return [{ taken: values[1], failed: '[]' }] as never
  }
  const close = async () => {
    events.push('closed')
    await db.close()
  }
  const service = await startTestService({ db: { ...db, sql: { ...db.sql, rows }, close } })
  const searched = service.app.services.textIndex.waitUntilIndexed(await service.workspace())
  await started.promise
  const closed = service.close()
  // A search does not wait longer than 200 ms. Whatever else closes is done by then.
  await Promise.all([searched, wait(300)])
  expect(events).toEqual(['batch'])
  canEnd.resolve()
  await closed
  expect(events).toEqual(['batch', 'closed'])
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
