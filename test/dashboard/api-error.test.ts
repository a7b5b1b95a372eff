import { expect, test, vi } from 'vitest'
import { ApiError, getErrorMessageForUser, isTemporarilyUnavailable } from '../../src/dashboard/app/api/api-error.ts'
import { convertGraphqlErrorToApiError, runGraphqlOperation } from '../../src/dashboard/app/api/request.ts'
import { subscribeToServiceStatus } from '../../src/dashboard/app/service-status/service-status.ts'

const makeError = (details: Record<string, unknown>) =>
  new ApiError('rate_limit_exceeded', 'Too few tokens remain for today.', { details, retryAfterSeconds: 40_000 })

test.each(['ai_budget', 'ai_concurrency'])('the API explains the limit %s of the AI', (reason) => {
  expect(getErrorMessageForUser(makeError({ reason }))).toBe('Too few tokens remain for today.')
})

test('too many requests are possible again after some seconds', () => {
  expect(getErrorMessageForUser(makeError({ limit: 600 }))).toBe('Too many requests. Try again in 40000 seconds.')
})

test.each([
  ['ai_timeout', 'The language model did not answer in time.'],
  ['search_timeout', 'Use fewer or rarer words.'],
])('the API explains the failure %s', (reason, message) => {
  const error = new ApiError('internal_error', message, { details: { reason }, retryAfterSeconds: 5, requestId: 'r' })
  expect([getErrorMessageForUser(error), isTemporarilyUnavailable(error)]).toEqual([message, false])
})

test('a service that is unavailable for a short time is no failure to report', () => {
  const error = new ApiError('internal_error', 'Wait for Retry-After seconds.', {
    retryAfterSeconds: 2,
    requestId: 'r',
  })
  expect(getErrorMessageForUser(error)).toBe(
    'The service is not available now. Try again in 2 seconds. Your text is not lost.',
  )
  expect(isTemporarilyUnavailable(error)).toBe(true)
  const failure = new ApiError('internal_error', 'No.', { requestId: 'r' })
  expect(getErrorMessageForUser(failure)).toBe(
    'The service failed. Try again. If it fails again, report request r to the operator of the service.',
  )
})

test.each([
  ['the service', JSON.stringify({ errors: [{ message: 'Split it.', extensions: { code: 'invalid_request' } }] })],
  ['a proxy', '<html>413 Request Entity Too Large</html>'],
])('a text whose size %s refuses is too large, and the service stays reachable', async (_name, body) => {
  const states: string[] = []
  const stop = subscribeToServiceStatus(({ state }) => states.push(state))
  vi.stubGlobal('fetch', async () => new Response(body, { status: 413 }))
  // A text instead of a generated document: the dashboard has no such mutation.
  const error: unknown = await runGraphqlOperation('mutation Save { save }' as never).catch((thrown: unknown) => thrown)
  vi.unstubAllGlobals()
  stop()
  expect(getErrorMessageForUser(error)).toBe(
    'This is larger than the service accepts. Make it shorter, or split it into several blocks.',
  )
  expect(states).toEqual([])
})

test('only the limit of the requests in a minute is shown as a state of the service', () => {
  const states: string[] = []
  const stop = subscribeToServiceStatus(({ state }) => states.push(state))
  const response = new Response(null, { status: 429, headers: { 'Retry-After': '40000' } })
  const convert = (details: object) =>
    convertGraphqlErrorToApiError({ message: 'No.', extensions: { code: 'rate_limit_exceeded', details } }, response)
  expect(convert({ reason: 'ai_budget' }).details).toEqual({ reason: 'ai_budget' })
  expect(states).toEqual([])
  convert({ limit: 600 })
  expect(states).toEqual(['rateLimited'])
  stop()
})
