import { describe, expect, inject, test } from 'vitest'
import { searchLimiter } from '../../../src/courses/search/run.ts'
import { runSql } from '../../support/row-locks.ts'
import { serviceForTest } from '../../support/service.ts'

// The embedded database has one connection, so nothing in it waits for another transaction.
describe.skipIf(!inject('postgres'))('a search', () => {
  test('ends after 5 s with advice, and releases its share', async () => {
    const place = await serviceForTest()
    const key = await place.key()
    const answer = await place.db.sql.transaction(async (tx) => {
      await runSql(tx, 'LOCK TABLE search_entries IN ACCESS EXCLUSIVE MODE')
      return place.rest('GET', '/search?query=light', key)
    })
    expect([answer.status, answer.headers.get('retry-after'), answer.body.error]).toEqual([
      503,
      '1',
      {
        code: 'internal_error',
        message: 'The search took too long. Use fewer or rarer words.',
        details: { reason: 'search_timeout' },
      },
    ])
    expect(place.app.services.limiters.get(searchLimiter).state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
    expect((await place.rest('GET', '/search?query=light', key)).status).toBe(200)
  })

  test('does not wait for another process that indexes texts', async () => {
    const place = await serviceForTest()
    const workspaceId = await place.workspace()
    const key = await place.key({ workspaceId })
    const during = await place.db.sql.transaction(async (tx) => {
      await runSql(tx, `SELECT pg_advisory_xact_lock(hashtextextended('search:' || $1, 7203998215))`, [workspaceId])
      await place.rest('POST', '/courses', key, { name: 'Botany' })
      return place.rest('GET', '/courses?search=botany', key)
    })
    expect([during.status, during.body.data]).toEqual([200, []])
    const after = () => place.rest('GET', '/courses?search=botany', key)
    await expect.poll(async () => (await after()).body.data.length, { timeout: 20_000 }).toBe(1)
  })
})
