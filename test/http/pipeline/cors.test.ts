import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceForTest, startTestService, type TestService } from '../../support/service.ts'

const page = 'https://learn.example.com'
const stranger = 'https://evil.example.com'

let open: TestService
let key: string
beforeAll(async () => {
  open = await startTestService({ env: { REDIS_URL: '', CORS_ORIGINS: `${page}, https://staff.example.com` } })
  key = await open.key()
})
afterAll(() => open.close())

const corsOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'))
const from = (origin: string) => ({ Origin: origin, 'X-API-Key': key })

const exposed =
  'ETag, Link, Location, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Idempotency-Replayed, Preference-Applied, WWW-Authenticate, Allow, Accept, Accept-Patch, Deprecation, Sunset'

test('pages of a configured origin may read every response, also errors, but not with cookies', async () => {
  const expected = {
    'access-control-allow-origin': page,
    'access-control-expose-headers': exposed,
    vary: 'Origin, Authorization, X-API-Key, Accept-Encoding',
  }
  for (const path of ['/api/v1/courses', '/api/v1/nothing', '/api/v1/courses?page=x']) {
    expect(corsOf((await open.http(path, { headers: from(page) })).headers)).toEqual(expected)
    expect(corsOf((await open.http(path, { headers: { Origin: page } })).headers)).toEqual(expected)
  }
  const graphql = {
    method: 'POST',
    headers: { ...from(page), 'Content-Type': 'application/json' },
    body: '{"query":"{__typename}"}',
  }
  expect(corsOf((await open.http('/graphql', graphql)).headers)).toEqual(expected)
})

test.each([stranger, 'null', 'http://learn.example.com', `${page}.evil.com`, `${page}:8443`, '*'])(
  'pages of the origin %s may not read responses',
  async (origin) => {
    const { status, headers } = await open.http('/api/v1/courses', { headers: from(origin) })
    expect([status, corsOf(headers)]).toEqual([200, { vary: 'Origin, Authorization, X-API-Key, Accept-Encoding' }])
  },
)

const preflight = (at: TestService, origin: string, path = '/api/v1/courses') =>
  at.http(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'if-match,x-api-key',
    },
  })

test('a preflight request needs no key and is not counted', async () => {
  const before = (await open.http('/health/live')).headers.get('x-ratelimit-remaining')
  for (const path of ['/api/v1/courses', '/graphql', '/mcp', '/api/v1/nothing']) {
    const { status, headers, text } = await preflight(open, page, path)
    expect([status, text, headers.get('x-ratelimit-remaining')]).toEqual([204, '', before])
    expect(corsOf(headers)).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': expect.stringContaining('If-Match'),
      'access-control-max-age': '600',
    })
  }
  expect(corsOf((await preflight(open, stranger)).headers)).toEqual({
    vary: 'Origin, Authorization, X-API-Key, Accept-Encoding',
  })
})

test('without configured origins no page may read responses', async () => {
  const closed = await serviceForTest()
  expect(corsOf((await preflight(closed, page)).headers)).toEqual({ vary: 'Authorization, X-API-Key, Accept-Encoding' })
  expect(corsOf((await closed.http('/api/v1/courses', { headers: { Origin: page } })).headers)).toEqual({
    vary: 'Authorization, X-API-Key, Accept-Encoding',
  })
})

test('pages of a configured origin may read the refusal of a request that cannot be parsed', async () => {
  const oversized = { 'X-Long': 'x'.repeat(20_000) }
  const refusal = async (origin: string) => {
    const { headers, status } = await open.http('/nothing', { headers: { ...from(origin), ...oversized } })
    return [status, corsOf(headers)]
  }
  const vary = 'Origin, Authorization, X-API-Key, Accept-Encoding'
  expect(await refusal(page)).toEqual([
    431,
    { 'access-control-allow-origin': page, 'access-control-expose-headers': exposed, vary },
  ])
  expect(await refusal(stranger)).toEqual([431, { vary }])
})
