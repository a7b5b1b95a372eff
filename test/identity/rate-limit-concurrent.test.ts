import { expect, test } from 'vitest'
import { freshDatabase, openAgain, serviceForTest, type TestService } from '../support/service.ts'

const limit = 7

/** Sends `count` requests at once, and returns `status remaining` of each response. */
async function crowd(houses: TestService[], key: string, count: number): Promise<string[]> {
  const asked = Array.from({ length: count }, (_, index) => houses[index % houses.length]!.rest('GET', '/courses', key))
  const answers = await Promise.all(asked)
  return answers.map(({ status, headers }) => `${status} ${headers.get('x-ratelimit-remaining')}`).sort()
}

const inside = Array.from({ length: limit }, (_, remaining) => `200 ${remaining}`)
const beyond = (count: number) => Array.from({ length: count }, () => '429 0')

test('of concurrent requests, as many succeed as the plan allows, each with its own remaining count', async () => {
  const one = await serviceForTest({ env: { RATE_LIMIT_ENTERPRISE: String(limit) } })
  const key = await one.key()
  expect(await crowd([one], key, 20)).toEqual([...inside, ...beyond(13)])
  expect(await crowd([one], key, 20)).toEqual(beyond(20))
  const refused = await one.rest('GET', '/courses', key)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body.error.code).toBe('rate_limit_exceeded')
})

test('a workspace beyond its limit is refused until the window ends, and others are not', async () => {
  const one = await serviceForTest({ env: { RATE_LIMIT_ENTERPRISE: String(limit) } })
  const [key, other] = [await one.key(), await one.key()]
  expect(await crowd([one], key, limit + 3)).toEqual([...inside, ...beyond(3)])
  for (let time = 0; time < 5; time++) expect(await crowd([one], key, 1)).toEqual(beyond(1))
  expect(await crowd([one], other, limit)).toEqual(inside)
})

test('two processes share a limit through Redis, and count separately without it', async () => {
  const { db, url } = await freshDatabase()
  const env = { RATE_LIMIT_ENTERPRISE: String(limit) }
  const first = await serviceForTest({ env, db })
  const second = await serviceForTest({
    env,
    db: url ? openAgain(url, { size: 2 }) : { ...db, close: async () => {} },
  })
  const key = await first.key()
  const together = await crowd([first, second], key, 40)
  const each = process.env.TEST_REDIS_URL ? inside : [...inside, ...inside].sort()
  expect(together).toEqual([...each, ...beyond(40 - each.length)])
})
