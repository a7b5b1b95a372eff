import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeRequestCounter } from '../../src/usage/counter.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const query = `query ($from: DateTime!, $to: DateTime!) {
  usage(from: $from, to: $to) { requests errors hours { hour requests errors } }
}`
const hourMs = 3_600_000
const near = () => ({
  from: new Date(Date.now() - hourMs).toISOString(),
  to: new Date(Date.now() + hourMs).toISOString(),
})

test('responses are counted by hour and workspace, and errors separately', async () => {
  const [key, stranger] = [await service.key(), await service.key()]
  await service.rest('GET', '/courses', key)
  await service.rest('GET', '/courses', key)
  await service.rest('GET', '/courses?page=0', key)
  await service.rest('GET', '/courses', stranger)
  await vi.waitFor(
    async () => {
      const { data } = await service.graphql(query, key, near())
      const { requests, errors, hours } = data.usage
      expect({ requests: requests >= 3, errors }).toEqual({ requests: true, errors: 1 })
      expect(hours.reduce((sum: number, hour: { requests: number }) => sum + hour.requests, 0)).toBe(requests)
      for (const { hour } of hours) expect(Date.parse(hour) % hourMs).toBe(0)
    },
    { timeout: 10_000 },
  )
  const other = await service.graphql(query, stranger, near())
  expect(other.data.usage.errors).toBe(0)
})

test('the counts of several processes add up, and a failed write is repeated', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  let isAway = true
  const { sql } = service.db
  const rows: typeof sql.rows = (statement, values) =>
    isAway ? Promise.reject(new Error('away')) : sql.rows(statement, values)
  const counters = [
    makeRequestCounter(service.db, service.app.services.log),
    makeRequestCounter({ sql: { ...sql, rows } }, service.app.services.log),
  ]
  for (const counter of counters) {
    counter.record(workspaceId, 200)
    counter.record(workspaceId, 429)
  }
  await Promise.all(counters.map((counter) => counter.flush()))
  isAway = false
  await Promise.all(counters.map((counter) => counter.flush()))
  const { data } = await service.graphql(query, key, near())
  expect({ requests: data.usage.requests, errors: data.usage.errors }).toEqual({ requests: 4, errors: 2 })
})

test('an invalid time range is refused with the name of the argument', async () => {
  const key = await service.key()
  const refusalOf = async (from: string, to: string) => {
    const { errors } = await service.graphql(query, key, { from, to })
    return errors[0].extensions
  }
  expect(await refusalOf('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual({
    code: 'invalid_request',
    details: { fields: [{ path: 'to', message: 'must be after from' }] },
  })
  expect(await refusalOf('2025-01-02T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual({
    code: 'invalid_request',
    details: { fields: [{ path: 'to', message: 'must be at most 92 days after from' }] },
  })
})

test('GET /usage returns what GraphQL returns', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const hour = '2026-01-31T09:00:00.000Z'
  await service.db.prisma.usageHour.create({ data: { workspaceId, hour, requests: 3, errors: 1 } })
  const range = { from: '2026-01-31T00:00:00Z', to: '2026-02-01T00:00:00Z' }
  const { status, body } = await service.rest('GET', `/usage?${new URLSearchParams(range)}`, key)
  const storage = { quota: 1e11, total: 0, drafts: 0, trash: 0, releases: 0, assets: 0 }
  const counts = { requests: 3, errors: 1, hours: [{ hour, requests: 3, errors: 1 }] }
  expect([status, body]).toEqual([200, { data: { ...counts, storage } }])
  expect((await service.graphql(query, key, range)).data.usage).toEqual(counts)
})

test('usage has the hours from the start of the time range to before its end, oldest first', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const hours = [10, 9, 12, 8, 11].map((hour) => `2026-01-31T${String(hour).padStart(2, '0')}:00:00.000Z`)
  await service.db.prisma.usageHour.createMany({
    data: hours.map((hour) => ({ workspaceId, hour, requests: 1, errors: 0 })),
  })
  const { data } = await service.graphql(query, key, { from: '2026-01-31T09:00:00Z', to: '2026-01-31T12:00:00Z' })
  expect(data.usage.hours.map(({ hour }: { hour: string }) => hour.slice(11, 13))).toEqual(['09', '10', '11'])
  expect(data.usage.requests).toBe(3)
})

test('an hour counts as a whole if the time range begins or ends within it', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  await service.db.prisma.usageHour.create({
    data: { workspaceId, hour: '2026-01-31T10:00:00Z', requests: 7, errors: 2 },
  })
  const requestsOf = async (from: string, to: string) => {
    const range = { from: `2026-01-31T${from}Z`, to: `2026-01-31T${to}Z` }
    return (await service.graphql(query, key, range)).data.usage.requests
  }
  expect(await requestsOf('10:15:00', '10:45:00')).toBe(7)
  expect(await requestsOf('09:00:00', '10:00:01')).toBe(7)
  expect(await requestsOf('09:00:00', '10:00:00')).toBe(0)
  expect(await requestsOf('11:00:00', '12:00:00')).toBe(0)
})

test('a count beyond 2,147,483,647 stays there, in an hour and in a sum', async () => {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const max = 2_147_483_647
  const hour = Math.floor(Date.now() / hourMs) * hourMs
  await service.db.prisma.usageHour.createMany({
    data: [hour, hour - hourMs].map((at) => ({ workspaceId, hour: new Date(at), requests: max, errors: max })),
  })
  const counter = makeRequestCounter(service.db, service.app.services.log)
  counter.record(workspaceId, 500)
  await counter.flush()
  const range = { from: new Date(hour - hourMs).toISOString(), to: new Date(hour + hourMs).toISOString() }
  const { status, body } = await service.rest('GET', `/usage?${new URLSearchParams(range)}`, key)
  expect([status, body.data.requests, body.data.errors]).toEqual([200, max, max])
  expect(body.data.hours).toMatchObject([{ requests: max }, { requests: max, errors: max }])
})

test('a time range has more than no time and at most 92 days', async () => {
  const key = await service.key()
  const refusalOf = async (to: string) => {
    const { errors } = await service.graphql(query, key, { from: '2026-01-01T00:00:00Z', to })
    return errors?.[0].extensions.details.fields[0].message
  }
  expect(await refusalOf('2026-01-01T00:00:00Z')).toBe('must be after from')
  expect(await refusalOf('2026-04-03T00:00:00Z')).toBeUndefined()
  expect(await refusalOf('2026-04-03T00:00:00.001Z')).toBe('must be at most 92 days after from')
})

test('GET /usage names a missing and an invalid time', async () => {
  const { status, body } = await service.rest('GET', '/usage?from=yesterday', await service.key())
  expect([status, body.error.details.fields]).toEqual([
    400,
    [
      { path: 'from', message: 'must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z' },
      { path: 'to', message: 'is required' },
    ],
  ])
})

test('an anonymous caller cannot read usage', async () => {
  const { errors } = await service.graphql(query, undefined, near())
  expect(errors[0].extensions.code).toBe('unauthorized')
})
