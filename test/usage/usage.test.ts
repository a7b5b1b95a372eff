import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Sql } from '../../src/db/sql.ts'
import { makeUsageCounter } from '../../src/usage/counter.ts'
import { type House, makeHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await makeHouse()
})
afterAll(() => house.close())

const query = `query ($from: DateTime!, $to: DateTime!) {
  usage(from: $from, to: $to) { requests errors hours { hour requests errors } }
}`
const hourMs = 3_600_000
const near = () => ({
  from: new Date(Date.now() - hourMs).toISOString(),
  to: new Date(Date.now() + hourMs).toISOString(),
})

test('answered requests are counted by hour, by workspace, with those that were refused', async () => {
  const [key, stranger] = [await house.key(), await house.key()]
  await house.rest('GET', '/courses', key)
  await house.rest('GET', '/courses', key)
  await house.rest('GET', '/courses?page=0', key)
  await house.rest('GET', '/courses', stranger)
  await vi.waitFor(
    async () => {
      const { data } = await house.graphql(query, key, near())
      const { requests, errors, hours } = data.usage
      expect({ requests: requests >= 3, errors }).toEqual({ requests: true, errors: 1 })
      expect(hours.reduce((sum: number, hour: { requests: number }) => sum + hour.requests, 0)).toBe(requests)
      for (const { hour } of hours) expect(Date.parse(hour) % hourMs).toBe(0)
    },
    { timeout: 10_000 },
  )
  const other = await house.graphql(query, stranger, near())
  expect(other.data.usage.errors).toBe(0)
})

test('counts of several processes add up, and what a database refused is added later', async () => {
  const workspaceId = await house.workspace()
  const key = await house.key({ workspaceId })
  let isAway = true
  const refusing: Sql = {
    ...house.db.sql,
    rows: (statement, values) => (isAway ? Promise.reject(new Error('away')) : house.db.sql.rows(statement, values)),
  }
  const counters = [
    makeUsageCounter(house.db.sql, house.app.services.log),
    makeUsageCounter(refusing, house.app.services.log),
  ]
  for (const counter of counters) {
    counter.note(workspaceId, 200)
    counter.note(workspaceId, 429)
  }
  await Promise.all(counters.map((counter) => counter.flush()))
  isAway = false
  await Promise.all(counters.map((counter) => counter.flush()))
  const { data } = await house.graphql(query, key, near())
  expect({ requests: data.usage.requests, errors: data.usage.errors }).toEqual({ requests: 4, errors: 2 })
})

test('a time that is too long or ends before it begins is refused, by name', async () => {
  const key = await house.key()
  const refusalOf = async (from: string, to: string) => {
    const { errors } = await house.graphql(query, key, { from, to })
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

test('nobody sees no usage', async () => {
  const { errors } = await house.graphql(query, undefined, near())
  expect(errors[0].extensions.code).toBe('unauthorized')
})
