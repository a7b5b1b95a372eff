import { describe, expect, onTestFinished, test } from 'vitest'
import { serviceForTest, type TestService } from '../support/service.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const limit = 50
const server = process.env.TEST_REDIS_URL

/** A service that reaches Redis through a proxy. */
async function behindProxy() {
  const proxy = await startTcpProxy(server!)
  onTestFinished(proxy.close)
  const one = await serviceForTest({ env: { RATE_LIMIT_ENTERPRISE: String(limit), REDIS_URL: proxy.url } })
  return { proxy, one }
}

const remaining = async (one: TestService, key: string) => {
  const { status, headers } = await one.rest('GET', '/courses', key)
  return [status, Number(headers.get('x-ratelimit-remaining'))]
}
const lines = ({ logged }: TestService, msg: string) => logged.filter((line) => line.msg === msg)
const away = 'Redis is unreachable; rate limits are counted in memory'
const fallbacks = async ({ app }: TestService) =>
  (await app.metrics.registry.getSingleMetricAsString('rate_limit_fallbacks_total')).split(' ').at(-1)
const countsSent = (heard: string[]) => heard.filter((text) => text.includes('coursewright:limit')).length

describe.skipIf(!server)('with Redis', () => {
  test.each(['cut', 'silence'] as const)(
    'while Redis is unreachable (%s), limits are counted in memory, and shared again afterwards',
    async (fail) => {
      const { proxy, one } = await behindProxy()
      const key = await one.key()
      expect(await remaining(one, key)).toEqual([200, limit - 1])
      expect(await fallbacks(one)).toBe('0')

      proxy[fail]()
      expect(await remaining(one, key)).toEqual([200, limit - 1])
      expect(lines(one, away)).toHaveLength(1)
      const asked = countsSent(proxy.received)
      for (let count = 2; count < 10; count++) expect(await remaining(one, key)).toEqual([200, limit - count])
      expect(await fallbacks(one)).toBe('9')
      expect(lines(one, away)).toHaveLength(1)
      // Requests do not wait for Redis while it does not answer.
      expect(countsSent(proxy.received)).toBe(asked)

      proxy.restore()
      await expect.poll(() => lines(one, 'Redis is reachable again'), { timeout: 20_000 }).toHaveLength(1)
      expect(lines(one, away)).toHaveLength(1)
      expect(await remaining(one, key)).toEqual([200, limit - 2])
      expect(await fallbacks(one)).toBe('9')
    },
  )

  test('if Redis is unreachable at the start, the service starts and connects later', async () => {
    const proxy = await startTcpProxy(server!)
    onTestFinished(proxy.close)
    proxy.cut()
    const one = await serviceForTest({ env: { RATE_LIMIT_ENTERPRISE: String(limit), REDIS_URL: proxy.url } })
    const key = await one.key()
    expect(await remaining(one, key)).toEqual([200, limit - 1])
    proxy.restore()
    await expect.poll(() => lines(one, 'Redis is reachable again'), { timeout: 20_000 }).toHaveLength(1)
    expect(await remaining(one, key)).toEqual([200, limit - 1])
  })
})
