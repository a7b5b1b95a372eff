import { describe, expect, onTestFinished, test } from 'vitest'
import { type House, house } from '../house.ts'
import { makeProxy } from '../proxy.ts'

const limit = 50
const server = process.env.TEST_REDIS_URL

/** A house that reaches Redis through a proxy of its own. */
async function behindProxy() {
  const proxy = await makeProxy(server!)
  onTestFinished(proxy.close)
  const one = await house({ env: { RATE_LIMIT_ENTERPRISE: String(limit), REDIS_URL: proxy.url } })
  return { proxy, one }
}

const remaining = async (one: House, key: string) => {
  const { status, headers } = await one.rest('GET', '/courses', key)
  return [status, Number(headers.get('x-ratelimit-remaining'))]
}
const lines = ({ logged }: House, msg: string) => logged.filter((line) => line.msg === msg)
const away = 'redis is away: limits are counted in memory'
const fallbacks = async ({ app }: House) =>
  (await app.metrics.registry.getSingleMetricAsString('rate_limit_fallbacks_total')).split(' ').at(-1)
const countsSent = (heard: string[]) => heard.filter((text) => text.includes('coursewright:limit')).length

describe.skipIf(!server)('with Redis', () => {
  test.each(['cut', 'silence'] as const)(
    '%s: limits are counted in memory, said so once, and shared again after',
    async (fail) => {
      const { proxy, one } = await behindProxy()
      const key = await one.key()
      expect(await remaining(one, key)).toEqual([200, limit - 1])
      expect(await fallbacks(one)).toBe('0')

      proxy[fail]()
      expect(await remaining(one, key)).toEqual([200, limit - 1])
      expect(lines(one, away)).toHaveLength(1)
      const asked = countsSent(proxy.heard)
      for (let count = 2; count < 10; count++) expect(await remaining(one, key)).toEqual([200, limit - count])
      expect(await fallbacks(one)).toBe('9')
      expect(lines(one, away)).toHaveLength(1)
      // Nobody waits for what does not answer.
      expect(countsSent(proxy.heard)).toBe(asked)

      proxy.restore()
      await expect.poll(() => lines(one, 'redis is back'), { timeout: 20_000 }).toHaveLength(1)
      expect(await remaining(one, key)).toEqual([200, limit - 2])
      expect(await fallbacks(one)).toBe('9')
    },
  )

  test('that is not there at the start is waited for aside', async () => {
    const proxy = await makeProxy(server!)
    onTestFinished(proxy.close)
    proxy.cut()
    const one = await house({ env: { RATE_LIMIT_ENTERPRISE: String(limit), REDIS_URL: proxy.url } })
    const key = await one.key()
    expect(await remaining(one, key)).toEqual([200, limit - 1])
    proxy.restore()
    await expect.poll(() => lines(one, 'redis is back'), { timeout: 20_000 }).toHaveLength(1)
    expect(await remaining(one, key)).toEqual([200, limit - 1])
  })
})
