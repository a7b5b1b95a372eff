import { expect, onTestFinished, test, vi } from 'vitest'
import { makeProviderTimeLimiter } from '../../src/ai/provider/timeouts.ts'
import { goodLesson, serviceWithModel, streaming, waitUntil } from '../support/ai-requests.ts'
import {
  type Behaviour,
  refusesWith,
  sendPieces,
  splitText,
  startsAndDisconnects,
  startsAndHangs,
} from '../support/language-model.ts'

const times = (count: number) => Array.from({ length: count })

test('clients that disconnect do not open the circuit breaker', async () => {
  const { model, generate, startAndAbort, outcomes } = await serviceWithModel()
  for (const round of [1, 2, 3]) {
    model.behave(() => {})
    const pair = [startAndAbort(), startAndAbort()]
    await waitUntil(() => expect(model.requests).toHaveLength(2))
    for (const one of pair) one.leave()
    await waitUntil(async () => expect(await outcomes()).toEqual(times(2 * round).fill('aborted')))
  }
  model.behave(goodLesson)
  expect((await generate()).status).toBe(200)
})

test('requests that the provider refusesWith do not open the circuit breaker', async () => {
  const { model, generate } = await serviceWithModel()
  model.behave(refusesWith(400))
  for (const _ of times(6)) expect((await generate()).body.error.details).toEqual({ reason: 'ai_refused' })
  model.behave(goodLesson)
  expect((await generate()).status).toBe(200)
})

test('five answers that break off open the circuit breaker', async () => {
  const { model, generate, stream } = await serviceWithModel()
  model.behave(startsAndDisconnects('{"name":'))
  for (const _ of times(3)) await generate()
  for (const _ of times(2)) expect((await stream()).at(-1)!.event).toBe('error')
  model.behave(goodLesson)
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_unavailable' })
  expect(model.requests).toHaveLength(0)
})

test('an answer that stalls times out, and its connection is closed', async () => {
  const { model, generate, stream } = await serviceWithModel({ AI_IDLE_SECONDS: '1', AI_TIMEOUT_SECONDS: '60' })
  const closed = vi.fn<() => void>()
  model.behave(startsAndHangs('{"name":', closed))
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_timeout' })
  expect((await stream()).at(-1)).toMatchObject({ event: 'error' })
  await waitUntil(() => expect(closed).toHaveBeenCalledTimes(2))
  expect(model.requests).toHaveLength(2)
})

test('an answer times out when the waits for it are too long in all, however short each is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const stop = new AbortController()
  const timeLimiter = makeProviderTimeLimiter(1000, stop)
  const waitFor = async (ms: number) => {
    const waiting = timeLimiter.wait(() => new Promise((resolve) => setTimeout(resolve, ms)), 500)
    await vi.advanceTimersByTimeAsync(ms)
    await waiting
  }
  await waitFor(400)
  // The time in which a slow client takes what has arrived does not count.
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(400)
  expect(stop.signal.aborted).toBe(false)
  await waitFor(400)
  expect(stop.signal.reason).toMatchObject({ reason: 'ai_timeout' })
})

test('a provider that answers 408 is a timeout', async () => {
  const { model, generate } = await serviceWithModel()
  model.behave(refusesWith(408))
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_timeout' })
})

test('the log has the cause of a failure, without its message, the key or the prompt', async () => {
  const { model, service, generate } = await serviceWithModel()
  model.behave(refusesWith(401, { code: 'invalid_api_key', type: 'auth', message: 'sk-test is no key for "Leaves"' }))
  const { status, body } = await generate()
  expect([status, body.error.details]).toEqual([503, { reason: 'ai_refused' }])
  const line = service.logged.find(({ msg }) => msg === 'language model failed')
  expect(line).toMatchObject({
    reason: 'ai_refused',
    status: 401,
    code: 'invalid_api_key',
    type: 'auth',
    requestId: 'req_stand_in',
  })
  expect(JSON.stringify(service.logged)).not.toMatch(/sk-test|Leaves|secret/)
})

const goesAway: [string, (service: Awaited<ReturnType<typeof serviceWithModel>>) => { leave(): void }][] = [
  ['a plain request', ({ startAndAbort }) => startAndAbort()],
  ['a stream', ({ startAndAbort }) => startAndAbort(streaming)],
]

test.each(goesAway)('a client of %s that disconnects stops the model', async (_what, ask) => {
  const made = await serviceWithModel({ AI_IDLE_SECONDS: '60', AI_TIMEOUT_SECONDS: '60' })
  const closed = vi.fn<() => void>()
  made.model.behave(startsAndHangs('{"name":', closed))
  const one = ask(made)
  await waitUntil(() => expect(made.model.requests).toHaveLength(1))
  one.leave()
  await waitUntil(() => expect(closed).toHaveBeenCalled())
  await waitUntil(async () => expect(await made.outcomes()).toEqual(['aborted']))
  expect(made.service.logged.filter(({ msg }) => msg === 'a request failed unexpectedly')).toEqual([])
})

const asGraphql: [string, string, Record<string, string>][] = [
  ['mutation', 'mutation { generateContent(input: { prompt: "Leaves" }) { model } }', {}],
  ['subscription', 'subscription { generation(input: { prompt: "Leaves" }) { event } }', streaming],
]

test.each(asGraphql)('a client of a GraphQL %s that disconnects stops the model', async (_what, query, headers) => {
  const { model, service, key, outcomes } = await serviceWithModel({ AI_IDLE_SECONDS: '60', AI_TIMEOUT_SECONDS: '60' })
  const closed = vi.fn<() => void>()
  const hangs: Behaviour = startsAndHangs('{"name":', closed)
  model.behave(hangs)
  const gone = new AbortController()
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
    signal: gone.signal,
  }).catch(() => {})
  await waitUntil(() => expect(model.requests).toHaveLength(1))
  gone.abort()
  await waitUntil(() => expect(closed).toHaveBeenCalled())
  await waitUntil(async () => expect(await outcomes()).toEqual(['aborted']))
})

test('while the circuit is half open, one call tries the provider and the others fail at once', async () => {
  const { model, service, key, generate } = await serviceWithModel()
  model.behave(refusesWith(500))
  for (const _ of times(5)) await generate()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
  onTestFinished(() => void vi.useRealTimers())
  let answer = () => {}
  model.behave(goodLesson, (_body, _req, res) => {
    answer = () => sendPieces(res, splitText(goodLesson))
  })
  const first = generate()
  await waitUntil(() => expect(model.requests).toHaveLength(1))
  const second = await service.rest('POST', '/ai/generate-content', key, { prompt: 'Leaves' })
  expect(second.body.error.details).toEqual({ reason: 'ai_unavailable' })
  expect(model.requests).toHaveLength(1)
  answer()
  expect((await first).status).toBe(200)
  expect((await generate()).status).toBe(200)
})
