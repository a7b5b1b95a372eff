import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { type CoursewrightClient, createClient } from '../src/index.ts'
import { thrownBy } from './thrown-by.ts'

let service: TestService
let apiKey: string
let client: CoursewrightClient
beforeAll(async () => {
  service = await startTestService()
  apiKey = await service.key()
  client = createClient({ baseUrl: service.url, apiKey })
})
afterAll(() => service.close())

test('a course is created, read, changed at its version, and deleted', async () => {
  const { data: created } = await client.http.POST('/courses', {
    body: { name: 'Botany', modules: [{ name: 'Light', lessons: [{ name: 'The leaf' }] }] },
  })
  const path = { courseId: created!.data.id }
  const { data: read, response } = await client.http.GET('/courses/{courseId}', { params: { path } })
  expect(read!.data.name).toBe('Botany')
  const header = { 'If-Match': response.headers.get('etag')! }
  const { data: changed } = await client.http.PATCH('/courses/{courseId}', {
    params: { path, header },
    body: { name: 'Botany II' },
  })
  expect([changed!.data.name, changed!.data.version]).toEqual(['Botany II', 2])
  const late = await thrownBy(
    client.http.PATCH('/courses/{courseId}', { params: { path, header }, body: { name: 'Late' } }),
  )
  expect([late.status, late.code]).toEqual([412, 'precondition_failed'])
  await client.http.DELETE('/courses/{courseId}', { params: { path } })
  const gone = await thrownBy(client.http.GET('/courses/{courseId}', { params: { path } }))
  expect([gone.status, gone.code]).toEqual([404, 'not_found'])
})

test('a conditional read of an unchanged record has no data and is no error', async () => {
  const { data } = await client.http.POST('/courses', { body: { name: 'Unchanged' } })
  const path = { courseId: data!.data.id }
  const { response: first } = await client.http.GET('/courses/{courseId}', { params: { path } })
  const header = { 'If-None-Match': first.headers.get('etag')! }
  const { data: again, response } = await client.http.GET('/courses/{courseId}', { params: { path, header } })
  expect([response.status, again]).toEqual([304, undefined])
})

test('an error has the code, the fields and the id of the request', async () => {
  const error = await thrownBy(client.http.POST('/courses', { body: { name: '', description: 'x'.repeat(10_001) } }))
  expect([error.status, error.fields.map(({ path }) => path).toSorted()]).toEqual([400, ['description', 'name']])
  expect(error.requestId).toMatch(/^\S+$/)
  expect((await thrownBy(createClient({ baseUrl: service.url, apiKey: 'no key' }).http.GET('/courses'))).code).toBe(
    'unauthorized',
  )
})

test('an error from a proxy, whatever its body is, is a CoursewrightError with the status', async () => {
  for (const body of [
    '<h1>Bad Gateway</h1>',
    '{"error":null}',
    '{"error":{"code":502,"message":{},"details":[]}}',
    '[]',
  ]) {
    const fetch = async () => new Response(body, { status: 418, headers: { 'Content-Type': 'application/json' } })
    const error = await thrownBy(createClient({ baseUrl: service.url, apiKey, fetch }).http.GET('/courses'))
    expect([error.status, error.code, error.message, error.details, error.fields]).toEqual([
      ...[418, 'unknown', 'The service answered with status 418.'],
      ...[{}, []],
    ])
  }
})

test('an apiKey function that fails is the error of the request, which is not sent', async () => {
  const failure = new Error('signed out')
  let sent = 0
  const fetch = async () => new Response(String(++sent))
  for (const apiKey of [() => Promise.reject(failure), (): string => expect.unreachable(failure.message)]) {
    const request = createClient({ baseUrl: service.url, apiKey, fetch }).http.GET('/courses')
    await expect(request).rejects.toThrow(failure.message)
  }
  expect(sent).toBe(0)
})

test('baseUrl may have a path, and end with a slash or the path of the API', async () => {
  const urls: string[] = []
  const fetch = async (request: RequestInfo | URL) => {
    urls.push((request as Request).url)
    return Response.json({ data: [] })
  }
  for (const end of ['', '/', '//', '/api/v1', '/api/v1/', '//api/v1'])
    await createClient({ baseUrl: `https://example.com/learn${end}`, apiKey, fetch }).http.GET('/courses')
  expect(urls).toEqual(Array.from({ length: 6 }, () => 'https://example.com/learn/api/v1/courses'))
})

test('a write has an idempotency key of its own, also in a web page without HTTPS', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  onTestFinished(() => void vi.unstubAllGlobals())
  const keys: (string | null)[] = []
  const fetch = async (request: RequestInfo | URL) => {
    keys.push((request as Request).headers.get('Idempotency-Key'))
    return Response.json({ data: {} })
  }
  const insecure = createClient({ baseUrl: service.url, apiKey, fetch })
  for (const name of ['One', 'Two']) await insecure.http.POST('/courses', { body: { name } })
  expect(new Set(keys).size).toBe(2)
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(String)])
})
