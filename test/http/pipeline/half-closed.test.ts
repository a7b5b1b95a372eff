import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFakeModel, startsAndHangs } from '../../support/language-model.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { openAndSend, requestHead, requestHeadWithBody } from '../../support/sockets.ts'

let model: Awaited<ReturnType<typeof startFakeModel>>
let one: TestService
let key: string
beforeAll(async () => {
  model = await startFakeModel()
  one = await startTestService({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' } })
  key = await one.key()
})
afterAll(async () => {
  await one.close()
  await model.close()
})

test.each(['/health/live', '/api/v1/courses', '/api/v1/openapi.json'])(
  'a client that closes its side after GET %s still gets the response, and the connection is closed',
  async (path) => {
    const sent = await openAndSend(one.url, requestHead({ path, key }))
    sent.socket.end()
    await sent.untilClosed()
    expect(sent.status()).toBe(200)
  },
)

test('the requests before the end of a half-closed connection are all answered', async () => {
  const body = '{"name":"Half-closed"}'
  const create = requestHeadWithBody({ path: '/api/v1/courses', key }, body.length) + body
  const sent = await openAndSend(one.url, create + create + requestHead({ path: '/health/live' }))
  sent.socket.end()
  await sent.untilClosed()
  expect(sent.told().match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201', 'HTTP/1.1 200'])
})

const prompt = '{"prompt":"Leaves"}'

test.each([
  ['a generation', {}],
  ['a stream of a generation', { Accept: 'text/event-stream' }],
])('%s whose client has gone is cancelled', async (_what, headers) => {
  const cancelled = Promise.withResolvers<void>()
  model.behave(startsAndHangs('{', cancelled.resolve))
  const asked = model.requests.length
  const head = requestHeadWithBody({ path: '/api/v1/ai/generate-content', key, headers }, prompt.length)
  const sent = await openAndSend(one.url, head + prompt)
  await vi.waitFor(() => expect(model.requests).toHaveLength(asked + 1), 10_000)
  sent.socket.end()
  await cancelled.promise
  await sent.untilClosed()
})
