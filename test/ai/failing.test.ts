import { expect, onTestFinished, test, vi } from 'vitest'
import { type Behaviour, beginsAndHangs, breaksOff, cut, refuses, sendPieces } from '../model.ts'
import { desk, good, streaming, until } from './desk.ts'

const times = (count: number) => Array.from({ length: count })

test('clients that walk away are not held against the provider', async () => {
  const { model, generate, leave, outcomes } = await desk()
  for (const [index] of times(6).entries()) {
    model.behave(() => {})
    const one = leave()
    await until(() => expect(model.asked).toHaveLength(1))
    one.leave()
    await until(async () => expect((await outcomes())[index]).toBe('aborted'))
  }
  model.behave(good)
  expect((await generate()).status).toBe(200)
})

test('requests that the provider finds wrong are not held against it', async () => {
  const { model, generate } = await desk()
  model.behave(refuses(400))
  for (const _ of times(6)) expect((await generate()).body.error.details).toEqual({ reason: 'ai_refused' })
  model.behave(good)
  expect((await generate()).status).toBe(200)
})

test('answers that break off after their beginning are: after five, the provider is left alone', async () => {
  const { model, generate, stream } = await desk()
  model.behave(breaksOff('{"name":'))
  for (const _ of times(3)) await generate()
  for (const _ of times(2)) expect((await stream()).at(-1)!.event).toBe('error')
  model.behave(good)
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_unavailable' })
  expect(model.asked).toHaveLength(0)
})

test('an answer that begins and hangs is given up, and its connection is closed', async () => {
  const { model, generate, stream } = await desk({ AI_IDLE_SECONDS: '1', AI_TIMEOUT_SECONDS: '60' })
  const closed = vi.fn<() => void>()
  model.behave(beginsAndHangs('{"name":', closed))
  expect((await generate()).body.error.details).toEqual({ reason: 'ai_timeout' })
  expect((await stream()).at(-1)).toMatchObject({ event: 'error' })
  await until(() => expect(closed).toHaveBeenCalledTimes(2))
  expect(model.asked).toHaveLength(2)
})

test('the log tells why the provider failed, and neither its words, nor the key, nor the prompt', async () => {
  const { model, home, generate } = await desk()
  model.behave(refuses(401, { code: 'invalid_api_key', type: 'auth', message: 'sk-test is no key for "Leaves"' }))
  const { status, body } = await generate()
  expect([status, body.error.details]).toEqual([503, { reason: 'ai_refused' }])
  const line = home.logged.find(({ msg }) => msg === 'language model failed')
  expect(line).toMatchObject({
    reason: 'ai_refused',
    status: 401,
    code: 'invalid_api_key',
    type: 'auth',
    requestId: 'req_stand_in',
  })
  expect(JSON.stringify(home.logged)).not.toMatch(/sk-test|Leaves|secret/)
})

const goesAway: [string, (home: Awaited<ReturnType<typeof desk>>) => { leave(): void }][] = [
  ['a plain request', ({ leave }) => leave()],
  ['a stream', ({ leave }) => leave(streaming)],
]

test.each(goesAway)('a client of %s that goes away stops the model', async (_what, ask) => {
  const made = await desk({ AI_IDLE_SECONDS: '60', AI_TIMEOUT_SECONDS: '60' })
  const closed = vi.fn<() => void>()
  made.model.behave(beginsAndHangs('{"name":', closed))
  const one = ask(made)
  await until(() => expect(made.model.asked).toHaveLength(1))
  one.leave()
  await until(() => expect(closed).toHaveBeenCalled())
  await until(async () => expect(await made.outcomes()).toEqual(['aborted']))
  expect(made.home.logged.filter(({ msg }) => msg === 'accident')).toEqual([])
})

const asGraphql: [string, string, Record<string, string>][] = [
  ['mutation', 'mutation { generateContent(input: { prompt: "Leaves" }) { model } }', {}],
  ['subscription', 'subscription { generation(input: { prompt: "Leaves" }) { event } }', streaming],
]

test.each(asGraphql)('a client of a GraphQL %s that goes away stops the model', async (_what, query, headers) => {
  const { model, home, key, outcomes } = await desk({ AI_IDLE_SECONDS: '60', AI_TIMEOUT_SECONDS: '60' })
  const closed = vi.fn<() => void>()
  const hangs: Behaviour = beginsAndHangs('{"name":', closed)
  model.behave(hangs)
  const gone = new AbortController()
  fetch(`${home.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
    signal: gone.signal,
  }).catch(() => {})
  await until(() => expect(model.asked).toHaveLength(1))
  gone.abort()
  await until(() => expect(closed).toHaveBeenCalled())
  await until(async () => expect(await outcomes()).toEqual(['aborted']))
})

test('after a while one call finds out whether the provider is back, and the others do not wait for it', async () => {
  const { model, home, key, generate } = await desk()
  model.behave(refuses(500))
  for (const _ of times(5)) await generate()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
  onTestFinished(() => void vi.useRealTimers())
  let answer = () => {}
  model.behave(good, (_body, _req, res) => {
    answer = () => sendPieces(res, cut(good))
  })
  const first = generate()
  await until(() => expect(model.asked).toHaveLength(1))
  const second = await home.rest('POST', '/ai/generate-content', key, { prompt: 'Leaves' })
  expect(second.body.error.details).toEqual({ reason: 'ai_unavailable' })
  expect(model.asked).toHaveLength(1)
  answer()
  expect((await first).status).toBe(200)
  expect((await generate()).status).toBe(200)
})
