import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let short: string
/** Paths of blocks by text length. The event loop compresses the short ones, the thread pool the long ones. */
const paths = new Map<number, string>()
beforeAll(async () => {
  service = await startTestService({ env: { CORS_ORIGINS: 'https://learn.example.com' } })
  key = await service.key()
  const { course, lesson } = await createCourseTree(service, key)
  short = `/courses/${course.id}`
  for (const length of [8000, 40_000, 200_000]) {
    const text = 'größer 文 '.repeat(length / 10)
    const made = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content: { text } })
    paths.set(length, `/blocks/${made.body.data.id}`)
  }
})
afterAll(() => service.close())

/** Sends a request without the decompression of `fetch`. */
async function raw(path: string, accepted: string | undefined, more: Record<string, string> = {}) {
  const { request } = await import('node:http')
  const { promise, resolve } = Promise.withResolvers<{
    headers: Record<string, unknown>
    bytes: Buffer
    status: number
  }>()
  const headers = { 'X-API-Key': key, ...(accepted !== undefined && { 'Accept-Encoding': accepted }), ...more }
  const { method = 'GET', ...others } = headers as Record<string, string>
  request(service.url + path, { method, headers: others, agent: false }, (res) => {
    const chunks: Buffer[] = []
    res.on('data', (chunk: Buffer) => chunks.push(chunk))
    res.on('end', () => resolve({ headers: res.headers, bytes: Buffer.concat(chunks), status: res.statusCode! }))
  }).end()
  return promise
}
const get = (path: string, accepted?: string, more?: Record<string, string>) => raw(`/api/v1${path}`, accepted, more)

test.each([8000, 40_000, 200_000])(
  'a response of %i characters has the same content in every encoding',
  async (length) => {
    const path = paths.get(length)!
    const plain = await get(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [coding, decoded] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      const { headers, bytes } = await get(path, coding)
      expect([headers['content-encoding'], headers['content-length']]).toEqual([coding, String(bytes.length)])
      expect(bytes.length).toBeLessThan(plain.bytes.length / 4)
      expect(decoded(bytes).equals(plain.bytes)).toBe(true)
    }
  },
)

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['deflate', undefined],
  ['', undefined],
])('a request with Accept-Encoding: %s gets a long response with the encoding %s', async (accepted, coding) => {
  const { status, headers } = await get(paths.get(8000)!, accepted)
  expect([status, headers['content-encoding']]).toEqual([200, coding])
})

test('a short response is only compressed if the client refuses identity', async () => {
  expect((await get(short, 'gzip, br')).headers['content-encoding']).toBeUndefined()
  const { headers, bytes } = await get(short, 'gzip, identity;q=0')
  expect(headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(bytes).toString()).data.name).toBe('Botany')
})

test('each encoding has its own ETag, and If-None-Match and If-Match accept all of them', async () => {
  const path = paths.get(40_000)!
  const tags = await Promise.all(
    [undefined, 'br', 'gzip'].map(async (coding) => (await get(path, coding)).headers.etag),
  )
  expect(tags).toEqual(['"v1-2"', '"v1-2-br"', '"v1-2-gzip"'])
  for (const tag of tags) {
    const again = await get(path, 'br', { 'If-None-Match': String(tag) })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag])
  }
  for (const coding of ['br', 'gzip']) {
    const tag = String((await get(path, coding)).headers.etag)
    expect(tag).toContain(coding)
    const change = () => service.rest('PATCH', path, key, { order: 7 }, { 'If-Match': tag })
    expect([(await change()).status, (await change()).status]).toEqual([200, 412])
  }
})

test('HEAD returns the Content-Encoding', async () => {
  const { headers, bytes } = await get(paths.get(200_000)!, 'br', { method: 'HEAD' })
  expect([headers['content-encoding'], bytes.length]).toEqual(['br', 0])
})

test('an event stream is not compressed', async () => {
  const { headers } = await raw('/graphql?query={__typename}', 'gzip', { Accept: 'text/event-stream' })
  expect([headers['content-type'], headers['content-encoding'], headers['cache-control']]).toEqual([
    'text/event-stream',
    undefined,
    'no-store',
  ])
})

test('static files and documents respect q-values', async () => {
  for (const [accepted, coding] of [
    ['gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.1', undefined],
    [undefined, undefined],
  ]) {
    const { headers } = await raw('/api/v1/openapi.json', accepted)
    expect([accepted, headers['content-encoding']]).toEqual([accepted, coding])
  }
})

const data = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  vary: 'Origin, Authorization, X-API-Key, Accept-Encoding',
}

test('API responses have headers for caching and content security', async () => {
  const kept = { ...data, 'cache-control': 'private, no-cache' }
  const never = { ...data, 'cache-control': 'no-store' }
  const read = await service.rest('GET', short, key)
  const tag = read.headers.get('etag')!
  const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
  const graphql = { method: 'POST', headers: json, body: '{"query":"{ __typename }"}' }
  const expected: [Awaited<ReturnType<TestService['rest']>>, number, Record<string, string>][] = [
    [read, 200, kept],
    [await service.rest('GET', '/courses', key), 200, kept],
    [await service.rest('GET', short, key, undefined, { 'If-None-Match': tag }), 304, kept],
    [await service.rest('PATCH', short, key, { name: 'Botany' }), 200, never],
    [await service.rest('GET', '/courses/x', key), 404, never],
    [await service.rest('GET', '/courses'), 401, never],
    [await service.rest('GET', '/api-keys', key), 401, never],
    [await service.http('/graphql', graphql), 200, never],
    [await service.http('/health/live'), 200, never],
  ]
  for (const [{ status, headers }, wanted, told] of expected)
    expect([status, Object.fromEntries(headers)]).toEqual([wanted, expect.objectContaining(told)])
})
