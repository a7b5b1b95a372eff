import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { goodLesson } from '../support/ai-requests.ts'
import { sendPieces, startFakeModel, startsAndHangs } from '../support/language-model.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openAndSend, openSocket, requestHead, requestHeadWithBody } from '../support/sockets.ts'

let model: Awaited<ReturnType<typeof startFakeModel>>
let service: TestService
let key: string
let tree: string
beforeAll(async () => {
  model = await startFakeModel()
  service = await startTestService({
    env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test', RATE_LIMIT_AI: '100000' },
    resourceLimits: { streams: { total: 3, perTenant: 2 } },
    timeouts: { stalledTimeout: 800, keepAliveTimeout: 100 },
  })
  key = await service.key()
  // Larger than the socket buffers of a client that reads nothing.
  const blocks = Array.from({ length: 24 }, () => ({ type: 'text', content: { text: 'x'.repeat(250_000) } }))
  const modules = [{ name: 'Long', lessons: [{ name: 'Long', blocks }] }]
  const { body } = await service.rest('POST', '/courses', key, { name: 'Long', modules })
  tree = `/api/v1/courses/${body.data.id}/tree`
})
afterAll(async () => {
  await service.close()
  await model.close()
})

const until = (check: () => void) => vi.waitFor(check, { timeout: 55_000, interval: 10 })

function generate(accept: string, withKey = key) {
  const body = '{"prompt":"Leaves"}'
  const head = { path: '/api/v1/ai/generate-content', key: withKey, headers: { Accept: accept } }
  return openAndSend(service.url, requestHeadWithBody(head, body.length) + body)
}

test('a connection whose client reads nothing of its response is closed, and the response is released', async () => {
  const { responses } = service.app.resourceLimits
  const socket = await openSocket(service.url)
  const acquire = vi.spyOn(responses, 'acquireNow')
  socket.pause().write(requestHead({ path: tree, key }))
  await until(() => expect(acquire).toHaveBeenCalled())
  await until(() => expect(responses.state().used).toBe(0))
  let bytes = 0
  socket.on('data', (chunk) => (bytes += chunk.length))
  socket.resume()
  await new Promise((done) => socket.once('close', done))
  // It ends before its Content-Length.
  expect(bytes).toBeLessThan(6_000_000)
})

test('a request body that stops arriving gets 408, and its connection is closed', async () => {
  const begun = await openAndSend(service.url, `${requestHeadWithBody({ path: '/api/v1/courses', key }, 1000)}{"name":`)
  await begun.untilClosed()
  expect([begun.status(), begun.body().error.message]).toEqual([408, 'The request did not arrive in time.'])
  expect(begun.told()).toContain('\r\nConnection: close\r\n')
})

test('slow work and quiet event streams are not cut off as stalled', async () => {
  model.behave(async (_body, _req, res) => {
    await new Promise((done) => setTimeout(done, 2000))
    sendPieces(res, [goodLesson])
  })
  const [whole, stream] = await Promise.all([generate('application/json'), generate('text/event-stream')])
  await whole.untilReceived('"generationId"')
  await stream.untilReceived('event: done')
  expect([whole.status(), stream.status()]).toEqual([200, 200])
})

test('an idle connection is closed', async () => {
  const idle = await openAndSend(service.url, requestHead({ path: '/health/live' }))
  await idle.untilClosed()
  expect(idle.status()).toBe(200)
})

test('event streams are limited by workspace and in all', async () => {
  model.behave(startsAndHangs('{'))
  const { streams } = service.app.resourceLimits
  const first = await Promise.all([1, 2].map(() => generate('text/event-stream')))
  await until(() => expect(streams.state().used).toBe(2))
  const third = await generate('text/event-stream')
  await third.untilAnswered()
  expect([third.status(), third.body().error.details]).toEqual([429, { reason: 'streams', limit: 2 }])
  const [theirs, others] = await Promise.all([service.key(), service.key()])
  const fourth = await generate('text/event-stream', theirs)
  await until(() => expect(streams.state().used).toBe(3))
  const fifth = await generate('text/event-stream', others)
  await fifth.untilAnswered()
  expect([fifth.status(), fifth.body().error.details]).toEqual([503, { reason: 'streams' }])
  for (const { socket } of [...first, fourth]) socket.destroy()
  await until(() => expect(streams.state().used).toBe(0))
})

test('an event stream is cut off after its time, without the end of a complete one', async () => {
  model.behave(startsAndHangs('{'))
  Object.assign(service.app.resourceLimits, { maxStreamMs: 500 })
  const stream = await generate('text/event-stream', await service.key())
  await stream.untilClosed()
  expect(stream.told()).not.toMatch(/\r\n0\r\n\r\n$/)
  expect(service.app.resourceLimits.streams.state().used).toBe(0)
})
