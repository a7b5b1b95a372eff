import { expect, test } from 'vitest'
import { openPostgres } from '../../src/db/client.ts'
import { freshDatabase, type House, house } from '../house.ts'

const limit = 7

/** What `count` requests that are all on their way at once are told, each as `status remaining`. */
async function crowd(houses: House[], key: string, count: number): Promise<string[]> {
  const asked = Array.from({ length: count }, (_, index) => houses[index % houses.length]!.rest('GET', '/courses', key))
  const answers = await Promise.all(asked)
  return answers.map(({ status, headers }) => `${status} ${headers.get('x-ratelimit-remaining')}`).sort()
}

const inside = Array.from({ length: limit }, (_, remaining) => `200 ${remaining}`)
const beyond = (count: number) => Array.from({ length: count }, () => '429 0')

test('of requests that come together, as many pass as the plan allows, each told its own place', async () => {
  const one = await house({ env: { RATE_LIMIT_ENTERPRISE: String(limit) } })
  const key = await one.key()
  expect(await crowd([one], key, 20)).toEqual([...inside, ...beyond(13)])
  expect(await crowd([one], key, 20)).toEqual(beyond(20))
  const refused = await one.rest('GET', '/courses', key)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body.error.code).toBe('rate_limit_exceeded')
})

test('who is over the limit stays out until the window ends, and others are let in', async () => {
  const one = await house({ env: { RATE_LIMIT_ENTERPRISE: String(limit) } })
  const [key, other] = [await one.key(), await one.key()]
  expect(await crowd([one], key, limit + 3)).toEqual([...inside, ...beyond(3)])
  for (let time = 0; time < 5; time++) expect(await crowd([one], key, 1)).toEqual(beyond(1))
  expect(await crowd([one], other, limit)).toEqual(inside)
})

test('two processes with one Redis count together, without one each counts alone', async () => {
  const { db, url } = await freshDatabase()
  const env = { RATE_LIMIT_ENTERPRISE: String(limit) }
  const first = await house({ env, db })
  const second = await house({ env, db: url ? openPostgres(url, { size: 2 }) : { ...db, close: async () => {} } })
  const key = await first.key()
  const together = await crowd([first, second], key, 40)
  const each = process.env.TEST_REDIS_URL ? inside : [...inside, ...inside].sort()
  expect(together).toEqual([...each, ...beyond(40 - each.length)])
})
