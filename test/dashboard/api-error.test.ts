import { expect, test } from 'vitest'
import { ApiError, getErrorMessageForUser } from '../../src/dashboard/app/api/api-error.ts'
import { convertGraphqlErrorToApiError } from '../../src/dashboard/app/api/request.ts'
import { subscribeToServiceStatus } from '../../src/dashboard/app/service-status/service-status.ts'

const makeError = (details: Record<string, unknown>) =>
  new ApiError('rate_limit_exceeded', 'Too few tokens remain for today.', { details, retryAfterSeconds: 40_000 })

test.each(['ai_budget', 'ai_concurrency'])('the API explains the limit %s of the AI', (reason) => {
  expect(getErrorMessageForUser(makeError({ reason }))).toBe('Too few tokens remain for today.')
})

test('too many requests are possible again after some seconds', () => {
  expect(getErrorMessageForUser(makeError({ limit: 600 }))).toBe('Too many requests. Try again in 40000 seconds.')
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
