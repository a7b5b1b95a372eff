import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '../support/error-bodies.ts'
import { startTestService, type TestService } from '../support/service.ts'

const token = 'a-token-for-metrics'
const headers = { Authorization: `Bearer ${token}` }

let one: TestService
beforeAll(async () => {
  one = await startTestService({ env: { REDIS_URL: '', METRICS_TOKEN: token } })
})
afterAll(() => one.close())

const allow = 'GET, HEAD, OPTIONS'

test.each(['/health/live', '/health/ready', '/metrics', '/learn/reader.css', '/dashboard.json'])(
  '%s takes GET, HEAD and OPTIONS only, and drops the body of another request',
  async (path) => {
    for (const method of ['GET', 'HEAD']) expect((await one.http(path, { method, headers })).status).toBe(200)
    const options = await one.http(path, { method: 'OPTIONS', headers })
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, allow, ''])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await one.http(path, { method, headers, body: 'x'.repeat(100_000) })
      expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, allow])
      expect(refused.body).toEqual(errorBody('invalid_request', `This address takes ${allow}.`))
    }
  },
)
