import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { addRateLimitHeaders } from '../../src/identity/rate-limit.ts'
import { missingId } from '../support/course-fixture.ts'
import { replaceResolver } from '../support/fault-injection.ts'
import { sendRawRequest } from '../support/raw-requests.ts'
import { serviceForTest, startTestService, type TestService } from '../support/service.ts'

// All tests use the loopback address, so other services must not share its count in Redis.
const alone = { REDIS_URL: '' }
const limits = { ...alone, RATE_LIMIT_ENTERPRISE: '70', RATE_LIMIT_PROFESSIONAL: '50', RATE_LIMIT_ANONYMOUS: '30' }

let one: TestService
let key: string
let reader: string
let id: string
beforeAll(async () => {
  const failing = replaceResolver('Query.searchContent', () => Promise.reject(new Error('a failure')))
  one = await startTestService({ env: limits, plugins: [failing] })
  const workspaceId = await one.workspace()
  id = (await one.db.prisma.course.create({ data: { id: workspaceId, workspaceId, name: 'Botany' } })).id
  key = await one.key({ workspaceId })
  reader = await one.key({ workspaceId, scopes: ['courses:read'] })
})
afterAll(() => one.close())

type Told = { status: number; headers: Headers }

/** Checks that the six rate limit headers agree, and returns the remaining count. */
function mustTell({ headers }: Told, policy: string, limit: number): number {
  const remaining = Number(headers.get('x-ratelimit-remaining'))
  const resetAt = Number(headers.get('x-ratelimit-reset'))
  const seconds = resetAt - Date.now() / 1000
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
    'ratelimit-policy': `"${policy}";q=${limit};w=60`,
    ratelimit: expect.stringMatching(`^"${policy}";r=${remaining};t=\\d+$`),
  })
  expect(seconds).toBeGreaterThan(-2)
  expect(seconds).toBeLessThanOrEqual(61)
  return remaining
}

const json = { 'Content-Type': 'application/json' }
const large = { name: 'x'.repeat(1_000_001) }

test('every response to a key contains the rate limit of its workspace, and each request counts once', async () => {
  const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>, by = key) =>
    one.rest(method, path, by, body, headers)
  const answers: [number, () => Promise<Told>][] = [
    [200, () => ask('GET', '/courses')],
    [200, () => ask('HEAD', '/courses')],
    [201, () => ask('POST', '/courses', { name: 'Light' })],
    [204, () => ask('OPTIONS', '/courses')],
    [304, () => ask('GET', `/courses/${id}`, undefined, { 'If-None-Match': '"v1-1"' })],
    [400, () => ask('POST', '/courses', {})],
    [400, () => ask('GET', '/courses?page=x')],
    [401, () => ask('GET', '/api-keys')],
    [403, () => ask('POST', '/courses', { name: 'Light' }, {}, reader)],
    [404, () => ask('GET', `/courses/${missingId}`)],
    [404, () => ask('GET', '/nothing')],
    [404, () => one.http('/nothing', { headers: { 'X-API-Key': key } })],
    [405, () => ask('PUT', '/courses')],
    [409, () => ask('POST', '/courses', { name: 'Light' }, { 'Idempotency-Key': 'taken' })],
    [412, () => ask('PATCH', `/courses/${id}`, { name: 'Light' }, { 'If-Match': '"v9"' })],
    [413, () => ask('POST', '/courses', large)],
    [415, () => ask('POST', '/courses', { name: 'x' }, { 'Content-Type': 'text/plain' })],
    [500, () => ask('GET', '/search?query=light')],
    [200, () => one.http('/api/v1/openapi.json', { headers: { 'X-API-Key': key } })],
    [
      200,
      () =>
        one.http('/graphql', {
          method: 'POST',
          headers: { 'X-API-Key': key, ...json },
          body: '{"query":"{viewer{kind}}"}',
        }),
    ],
    [400, () => one.http('/graphql', { method: 'POST', headers: { 'X-API-Key': key, ...json }, body: '{' })],
    [
      200,
      () =>
        one.http('/mcp', {
          method: 'POST',
          headers: { 'X-API-Key': key, ...json },
          body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        }),
    ],
    [405, () => one.http('/mcp', { headers: { 'X-API-Key': key } })],
  ]
  await ask('POST', '/courses', { name: 'Shade' }, { 'Idempotency-Key': 'taken' })
  let left = 69
  for (const [status, get] of answers) {
    const answer = await get()
    expect(answer.status).toBe(status)
    expect(mustTell(answer, 'enterprise', 70)).toBe(--left)
    expect(answer.headers.has('retry-after')).toBe(false)
  }
})

test('requests without a valid credential are counted by address, in every response', async () => {
  const get = (path: string, headers: Record<string, string> = {}) => one.http(path, { headers })
  const answers: [number, () => Promise<Told>][] = [
    [401, () => get('/api/v1/courses')],
    [401, () => get('/api/v1/courses', { 'X-API-Key': 'hello' })],
    [401, () => get('/api/v1/courses', { Authorization: 'Basic x' })],
    [404, () => get('/api/v1/nothing')],
    [200, () => get('/api/v1/openapi.json')],
    [200, () => one.http('/graphql', { method: 'POST', headers: json, body: '{"query":"{__typename}"}' })],
    [401, () => one.http('/mcp', { method: 'POST', headers: json, body: '{}' })],
  ]
  let left = 30
  for (const [status, ask] of answers) {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(mustTell(answer, 'anonymous', 30)).toBe(--left)
  }
  // Health checks report the limit and do not count.
  for (const path of ['/health/live', '/health/ready']) expect(mustTell(await get(path), 'anonymous', 30)).toBe(left)
  // A malformed request counts against its address too.
  const broken = await sendRawRequest(one.url, { path: '/x'.repeat(20_000) })
  expect([broken.status, broken.headers['x-ratelimit-remaining']]).toEqual([431, String(--left)])
})

test('each plan has its limit, which all keys of a workspace share', async () => {
  const workspaceId = await one.workspace('professional')
  const keys = [await one.key({ workspaceId }), await one.key({ workspaceId })]
  for (const [index, each] of [...keys, ...keys].entries())
    expect(mustTell(await one.rest('GET', '/block-types', each), 'professional', 50)).toBe(49 - index)
  expect(mustTell(await one.rest('GET', '/block-types', await one.key()), 'enterprise', 70)).toBe(69)
})

test('beyond the limit every API answers 429 with Retry-After in whole seconds', async () => {
  const small = await serviceForTest({ env: { ...alone, RATE_LIMIT_ENTERPRISE: '1', RATE_LIMIT_ANONYMOUS: '1' } })
  const headers = { 'X-API-Key': await small.key() }
  await small.http('/api/v1/courses', { headers })
  await small.http('/api/v1/courses')
  const message = 'Too many requests: wait for Retry-After seconds.'
  for (const sent of [headers, {}]) {
    const post = (path: string, body: string) =>
      small.http(path, { method: 'POST', headers: { ...json, ...sent }, body })
    const rest = await small.http('/api/v1/courses', { headers: sent })
    const graphql = await post('/graphql', '{"query":"{__typename}"}')
    const mcp = await post('/mcp', '{"jsonrpc":"2.0","id":1,"method":"ping"}')
    const unknown = await small.http('/api/v1/nothing', { headers: sent })
    for (const answer of [rest, graphql, mcp, unknown]) {
      expect(answer.status).toBe(429)
      expect(mustTell(answer, sent === headers ? 'enterprise' : 'anonymous', 1)).toBe(0)
      expect(answer.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|6[01])$/)
    }
    const resetAtSeconds = Number(rest.headers.get('x-ratelimit-reset'))
    const details = { limit: 1, resetAt: new Date(resetAtSeconds * 1000).toISOString(), resetAtSeconds }
    expect(rest.body).toEqual({ error: { code: 'rate_limit_exceeded', message, details } })
    expect(graphql.body).toEqual({ errors: [{ message, extensions: { code: 'rate_limit_exceeded', details } }] })
    expect(mcp.body.error.data).toEqual({ code: 'rate_limit_exceeded', details })
  }
})

test('behind a trusted proxy each client has its own count and cannot forge its address', async () => {
  const env = { ...alone, RATE_LIMIT_ANONYMOUS: '9' }
  const trusting = await serviceForTest({ env: { ...env, TRUST_PROXY: '1' } })
  const left = async (at: TestService, forwarded?: string) =>
    mustTell(
      await at.http('/api/v1/courses', { headers: forwarded ? { 'X-Forwarded-For': forwarded } : {} }),
      'anonymous',
      9,
    )
  expect(await left(trusting, '203.0.113.1')).toBe(8)
  expect(await left(trusting, '203.0.113.2')).toBe(8)
  expect(await left(trusting, '203.0.113.1')).toBe(7)
  // Clients can forge the entries before that of the proxy.
  expect(await left(trusting, '198.51.100.9, 203.0.113.1')).toBe(6)
  expect(await left(trusting)).toBe(8)
  const plain = await serviceForTest({ env })
  expect(await left(plain, '203.0.113.1')).toBe(8)
  expect(await left(plain, '203.0.113.2')).toBe(7)
})

test('a response that succeeds beyond the limit has no Retry-After', async () => {
  const small = await serviceForTest({ env: { ...alone, RATE_LIMIT_ANONYMOUS: '1' } })
  for (const status of [401, 429]) expect((await small.http('/api/v1/courses')).status).toBe(status)
  const { status, headers } = await small.http('/health/live')
  expect([status, headers.get('x-ratelimit-remaining'), headers.get('retry-after')]).toEqual([200, '0', null])
})

test('the seconds until the window ends are at least 1 and at most 60', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_400 })
  onTestFinished(() => void vi.useRealTimers())
  const secondsUntil = (resetAt: number) => {
    const headers: Record<string, string> = {}
    addRateLimitHeaders(headers, { policy: 'enterprise', limit: 5, remaining: 0, resetAt, isExceeded: true })
    return headers.RateLimit
  }
  for (const [resetAt, seconds] of [
    [1_800_000_000, 1],
    [1_800_000_007, 7],
    [1_800_000_061, 60],
  ] as const)
    expect(secondsUntil(resetAt)).toBe(`"enterprise";r=0;t=${seconds}`)
})
