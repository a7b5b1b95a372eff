import { expect, test } from 'vitest'
import { ApiError } from '../../src/dashboard/app/api/api-error.ts'
import { isRequestResultUnknown } from '../../src/dashboard/app/api/unanswered-request.ts'

const afterFirst = (error: unknown) => isRequestResultUnknown(error, false)
const afterRepetition = (error: unknown) => isRequestResultUnknown(error, true)

test.each([
  new Error('The connection broke.'),
  new ApiError('unreachable', 'No response.'),
  new ApiError('internal_error', 'The service failed.'),
  new ApiError('conflict', 'The first request is still running.', { retryAfterSeconds: 1 }),
])('after "$message" a creation can have happened, so its request is kept', (error) => {
  expect([afterFirst(error), afterRepetition(error)]).toEqual([true, true])
})

test.each(['invalid_request', 'not_found', 'conflict', 'precondition_failed'])(
  'after %s a creation has not happened, so the next save is a new request',
  (code) => {
    const error = new ApiError(code, 'Refused.')
    expect([afterFirst(error), afterRepetition(error)]).toEqual([false, false])
  },
)

test.each(['rate_limit_exceeded', 'unauthorized', 'forbidden', 'too_large'])(
  'the repetition of an unanswered request that ends with %s does not tell whether the first attempt was applied',
  (code) => {
    const error = new ApiError(code, 'Refused.')
    expect([afterFirst(error), afterRepetition(error)]).toEqual([false, true])
  },
)
