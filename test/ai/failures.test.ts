import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  errorMakersByModelFailure,
  makeModelNotConfiguredError,
  makeUnusableModelAnswerError,
} from '../../src/ai/failures.ts'
import { convertToModelFailure } from '../../src/ai/provider/failure.ts'
import { makeConfiguredLanguageModel } from '../../src/ai/provider/openai.ts'
import { readConfig } from '../../src/platform/config.ts'
import {
  beginStream,
  chunk,
  refusesWith,
  sendPieces,
  splitText,
  startFakeModel,
  startsAndHangs,
} from '../support/language-model.ts'

test('each failure of the model says when to try again', () => {
  const failures = Object.entries(errorMakersByModelFailure).map(([reason, make]) => [reason, make()] as const)
  const told = failures.map(([reason, { status, details, headers }]) => [
    details.reason === reason,
    reason,
    status,
    headers['Retry-After'],
  ])
  expect(told).toEqual([
    [true, 'ai_timeout', 503, '5'],
    [true, 'ai_unavailable', 503, '10'],
    [true, 'ai_rate_limited', 503, '30'],
    [true, 'ai_refused', 503, '60'],
    [true, 'ai_too_long', 503, '1'],
    [true, 'ai_declined', 400, undefined],
    [true, 'ai_stopped', 503, '1'],
  ])
  const others = [makeModelNotConfiguredError(), makeUnusableModelAnswerError()]
  expect(others.map(({ status, headers }) => [status, headers['Retry-After']])).toEqual([
    [503, '3600'],
    [503, '1'],
  ])
})

const answered = (status: number, error: object = {}) => APIError.generate(status, { error }, '', new Headers())
const disconnected = (code: string) =>
  new APIConnectionError({ cause: new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }) })

test.each<[string, unknown, string, boolean]>([
  ['the status 400', answered(400), 'ai_refused', true],
  ['the status 408', answered(408), 'ai_timeout', true],
  ['the status 429', answered(429), 'ai_rate_limited', true],
  ['the status 499', answered(499), 'ai_refused', true],
  ['the status 500', answered(500), 'ai_unavailable', true],
  ['a content filter', answered(400, { code: 'content_filter' }), 'ai_declined', true],
  ['a content policy', answered(400, { code: 'content_policy_violation' }), 'ai_declined', true],
  ['a limit by its code', answered(400, { code: 'rate_limit_exceeded' }), 'ai_rate_limited', true],
  ['a refused connection', disconnected('ECONNREFUSED'), 'ai_unavailable', true],
  ['an unknown host', disconnected('ENOTFOUND'), 'ai_unavailable', true],
  ['a name server that is away', disconnected('EAI_AGAIN'), 'ai_unavailable', true],
  ['a broken connection', disconnected('ECONNRESET'), 'ai_unavailable', false],
  ['a timeout', new APIConnectionTimeoutError(), 'ai_timeout', false],
  ['any other error', new Error('x'), 'ai_unavailable', false],
])('%s is a failure with its reason and its price', (_case, error, reason, isUnbilled) => {
  expect(convertToModelFailure(error)).toMatchObject({ reason, isUnbilled })
})

test('of a failure, only single words are logged', () => {
  const codeOf = (code: string) => convertToModelFailure(answered(401, { code, type: 'auth' })).diagnostics.code
  expect(['invalid_api_key', 'a.b:c-d', 'x'.repeat(80)].map(codeOf)).toEqual([
    'invalid_api_key',
    'a.b:c-d',
    'x'.repeat(80),
  ])
  expect(['no key: sk-1', 'x'.repeat(81), ''].map(codeOf)).toEqual([undefined, undefined, undefined])
})

async function connect(env: Record<string, string> = {}) {
  const provider = await startFakeModel()
  onTestFinished(() => provider.close())
  const model = makeConfiguredLanguageModel(readConfig({ NODE_ENV: 'test', OPENAI_BASE_URL: provider.url, ...env }))!
  const ask = (maxOutputTokens = 1000) => {
    const { signal } = new AbortController()
    const messages = [{ role: 'user' as const, content: 'x' }]
    return model.stream({ messages, schema: {}, maxOutputTokens, signal })[Symbol.asyncIterator]()
  }
  const read = async (maxOutputTokens?: number) => {
    const answer = ask(maxOutputTokens)
    let text = ''
    for (let step = await answer.next(); !step.done; step = await answer.next()) text += step.value.text
    return text
  }
  return { provider, ask, read }
}

test('an answer may have twelve bytes for each token that it may have, and no more', async () => {
  const { provider, read } = await connect()
  provider.behave((_body, _req, res) => sendPieces(res, splitText('x'.repeat(120), 10)))
  expect(await read(10)).toHaveLength(120)
  provider.behave((_body, _req, res) => sendPieces(res, splitText('x'.repeat(121), 11)))
  await expect(read(10)).rejects.toMatchObject({ reason: 'ai_too_long' })
})

test('the provider is disconnected when an answer is too long, or when nobody reads on', async () => {
  const { provider, ask, read } = await connect()
  const closed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  provider.behave(startsAndHangs('x'.repeat(121), closed[0].resolve))
  await expect(read(10)).rejects.toMatchObject({ reason: 'ai_too_long' })
  await closed[0].promise
  provider.behave(startsAndHangs('x', closed[1].resolve))
  const answer = ask()
  await answer.next()
  await answer.return!()
  await closed[1].promise
})

test('the circuit opens with the fifth failure in a row, for ten seconds', async () => {
  const { provider, read } = await connect()
  const requestsOf = async () => {
    const before = provider.requests.length
    await expect(read()).rejects.toMatchObject({ reason: 'ai_unavailable' })
    return provider.requests.length - before
  }
  provider.behave(refusesWith(500))
  const requests: number[] = []
  for (let time = 0; time < 6; time++) requests.push(await requestsOf())
  expect(requests).toEqual([3, 3, 3, 3, 3, 0])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await requestsOf()).toBe(0)
  vi.setSystemTime(Date.now() + 1001)
  provider.behave('{}')
  expect(await read()).toBe('{}')
})

test('a trial call whose reader leaves early ends the trial', async () => {
  const { provider, ask, read } = await connect()
  provider.behave(refusesWith(500))
  for (let time = 0; time < 5; time++) await expect(read()).rejects.toThrow()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_001 })
  onTestFinished(() => void vi.useRealTimers())
  provider.behave(startsAndHangs('x'))
  const trial = ask()
  expect(await trial.next()).toMatchObject({ value: { text: 'x' } })
  await expect(read()).rejects.toMatchObject({ diagnostics: { code: 'circuit_open' } })
  await trial.return?.()
  provider.behave('{}')
  await new Promise(setImmediate)
  expect(await read()).toBe('{}')
})

test('the first piece of an answer may take longer than the pauses between pieces', async () => {
  const { provider, ask } = await connect({ AI_IDLE_SECONDS: '1', AI_TIMEOUT_SECONDS: '60' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let send = () => {}
  provider.behave((_body, _req, res) => {
    beginStream(res).write(chunk({ content: '' }))
    send = () => sendPieces(res, ['{}'])
  })
  const answer = ask()
  expect((await answer.next()).value).toEqual({ text: '' })
  const first = answer.next()
  await new Promise(setImmediate)
  vi.advanceTimersByTime(30_000)
  send()
  expect((await first).value).toEqual({ text: '{}' })
})
