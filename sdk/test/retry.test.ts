import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodLesson, serviceWithModel } from '../../test/support/ai-requests.ts'
import { sendPieces } from '../../test/support/language-model.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { createClient } from '../src/index.ts'
import { breakResponse, disconnect, giveUp, type Handler, loseResponse, refuse, stall, startProxy } from './proxy.ts'
import { thrownBy } from './thrown-by.ts'

let service: TestService
let apiKey: string
beforeAll(async () => {
  service = await startTestService()
  apiKey = await service.key()
})
afterAll(() => service.close())

const failing = (...handlers: Handler[]) => startProxy(service.url, ...handlers)

test('a write that is refused for the moment, or whose connection breaks, is repeated with one idempotency key', async () => {
  const { url, keys } = await failing(refuse(429), refuse(503), disconnect)
  const { data } = await createClient({ baseUrl: url, apiKey }).http.POST('/courses', { body: { name: 'Once' } })
  expect(data!.data.name).toBe('Once')
  expect([keys.length, new Set(keys).size]).toEqual([4, 1])
})

test('a write whose answer is lost or breaks in the middle is done once', async () => {
  const key = await service.key()
  const { url, keys } = await failing(loseResponse, breakResponse)
  const one = createClient({ baseUrl: url, apiKey: key })
  const { data } = await one.http.POST('/courses', { body: { name: 'Only one' } })
  expect([data!.data.name, keys.length]).toEqual(['Only one', 3])
  expect((await Array.fromAsync(one.http.list('/courses'))).length).toBe(1)
})

test('a write that a proxy gave up while it runs is repeated until its first attempt has ended', async () => {
  const { model, service, key } = await serviceWithModel()
  model.behave((_body, _req, res) => void setTimeout(() => sendPieces(res, [goodLesson]), 2500))
  const { url, keys } = await startProxy(service.url, giveUp(504))
  const client = createClient({ baseUrl: url, apiKey: key, maxRetries: 1 })
  const { data, response } = await client.http.POST('/ai/generate-content', { body: { prompt: 'Leaves' } })
  expect([data!.data.type, response.headers.get('idempotency-replayed')]).toEqual(['lesson', 'true'])
  expect([model.requests.length, new Set(keys).size]).toEqual([1, 1])
})

test('the wait for the first attempt ends after timeoutMs, and another conflict is thrown at once', async () => {
  const { url, keys } = await failing(...Array.from({ length: 9 }, () => refuse(409, { 'Retry-After': '1' })))
  const client = createClient({ baseUrl: url, apiKey, maxRetries: 1, timeoutMs: 2500 })
  const error = await thrownBy(client.http.POST('/courses', { body: { name: 'Late' } }))
  expect(error.status).toBe(409)
  expect([2, 3]).toContain(keys.length)
  const other = await failing(refuse(409, {}))
  await thrownBy(createClient({ baseUrl: other.url, apiKey }).http.POST('/courses', { body: { name: 'Taken' } }))
  expect(other.keys.length).toBe(1)
})

test('a refusal that stays is thrown after the last attempt, and one that will not change at once', async () => {
  const busy = await failing(...Array.from({ length: 3 }, () => refuse(503)))
  const error = await thrownBy(createClient({ baseUrl: busy.url, apiKey, maxRetries: 2 }).http.GET('/courses'))
  expect([error.status, busy.keys.length]).toEqual([503, 3])
  const direct = await failing()
  await thrownBy(createClient({ baseUrl: direct.url, apiKey }).http.POST('/courses', { body: { name: '' } }))
  expect(direct.keys.length).toBe(1)
})

test('Retry-After is seconds or a date, and one that is longer than maxRetryAfterMs is thrown at once', async () => {
  const inTwoSeconds = new Date(Date.now() + 2000).toUTCString()
  const { url } = await failing(refuse(503, { 'Retry-After': inTwoSeconds }))
  await createClient({ baseUrl: url, apiKey }).http.GET('/courses')
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(inTwoSeconds))
  for (const after of ['86400', new Date(Date.now() + 86_400_000).toUTCString()]) {
    const exhausted = await failing(refuse(429, { 'Retry-After': after }))
    const error = await thrownBy(createClient({ baseUrl: exhausted.url, apiKey }).http.GET('/courses'))
    expect([error.status, error.response.headers.get('retry-after'), exhausted.keys.length]).toEqual([429, after, 1])
  }
})

test('an aborted request is not repeated, also while it waits, and fails with the reason of its signal', async () => {
  const reason = new Error('The page was closed.')
  for (const handler of [stall, refuse(503, { 'Retry-After': '30' })]) {
    const { url, keys } = await failing(handler)
    const abort = new AbortController()
    const request = createClient({ baseUrl: url, apiKey }).http.GET('/courses', { signal: abort.signal })
    setTimeout(() => abort.abort(reason), 200)
    await expect(request).rejects.toBe(reason)
    expect(keys.length).toBe(1)
  }
})

test('without a response, the error of fetch or a TimeoutError is thrown, neither of which shows the API key', async () => {
  const { url } = await failing(disconnect, stall)
  const broken = await createClient({ baseUrl: url, apiKey, maxRetries: 0 })
    .http.GET('/courses')
    .catch((error: unknown) => error)
  expect(broken).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  const late = await createClient({ baseUrl: url, apiKey, timeoutMs: 200 })
    .http.GET('/courses')
    .catch((error: unknown) => error)
  expect(late).toMatchObject({ name: 'TimeoutError', message: 'No response within 200 ms.' })
  expect(inspect([broken, late], { depth: 9, showHidden: true })).not.toContain(apiKey)
})

test('a response that does not end counts as late', async () => {
  const neverEnds: Handler = (req, res) => {
    req.resume()
    res.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data"')
  }
  const { url } = await failing(neverEnds)
  const request = createClient({ baseUrl: url, apiKey, timeoutMs: 200 }).http.GET('/courses')
  await expect(request).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a body that is a stream is sent again', async () => {
  const { url, keys } = await failing(refuse(503))
  const { data } = await createClient({ baseUrl: url, apiKey }).http.POST('/courses', {
    body: { name: 'Streamed' },
    bodySerializer: (body: object) => new Blob([JSON.stringify(body)]).stream(),
    ...{ duplex: 'half' },
  })
  expect([data!.data.name, keys.length]).toEqual(['Streamed', 2])
})
