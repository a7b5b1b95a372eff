import { ApiError } from '../errors.ts'
import type { FailureReason } from '../model.ts'

const unavailable = (reason: string, message: string, retryAfterSeconds: number) =>
  new ApiError('internal_error', message, {
    status: 503,
    details: { reason },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })

/** What is told of a model that gave no answer. */
export const failures: Record<FailureReason, () => ApiError> = {
  ai_timeout: () => unavailable('ai_timeout', 'The language model did not answer in time; try again.', 5),
  ai_unavailable: () => unavailable('ai_unavailable', 'The language model is not available now; try again soon.', 10),
  ai_rate_limited: () => unavailable('ai_rate_limited', 'The language model is busy; try again in a while.', 30),
  ai_refused: () =>
    unavailable('ai_refused', 'The language model refused the request; its configuration wants a look.', 60),
  ai_too_long: () =>
    unavailable('ai_too_long', 'The draft became longer than a generation may be; ask for fewer or smaller blocks.', 1),
  ai_declined: () =>
    new ApiError('invalid_request', 'The language model declines to write about this; ask differently.', {
      details: { reason: 'ai_declined', fields: [{ path: 'prompt', message: 'is declined by the language model' }] },
    }),
  ai_stopped: () => unavailable('ai_stopped', 'The generation was stopped, because its client went away.', 1),
}

export const notConfigured = () =>
  unavailable('ai_not_configured', 'No language model is configured for this service.', 3600)

export const unusable = () =>
  unavailable('ai_invalid_output', 'The language model wrote nothing usable, twice; try again or ask differently.', 1)
