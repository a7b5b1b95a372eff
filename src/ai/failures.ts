import { ApiError, makeUnavailableError } from '../platform/errors.ts'
import type { ModelFailureReason } from '../platform/language-model.ts'

export const makeModelUnavailable = (reason: string, message: string, retryAfterSeconds: number) =>
  makeUnavailableError(message, { details: { reason }, retryAfterSeconds })

/** For each reason why the model gave no answer, a function that makes the error for the client. */
export const errorMakersByModelFailure: Record<ModelFailureReason, () => ApiError> = {
  ai_timeout: () => makeModelUnavailable('ai_timeout', 'The language model did not answer in time; try again.', 5),
  ai_unavailable: () =>
    makeModelUnavailable('ai_unavailable', 'The language model is not available now; try again soon.', 10),
  ai_rate_limited: () =>
    makeModelUnavailable('ai_rate_limited', 'The language model is busy; try again in a while.', 30),
  ai_refused: () =>
    makeModelUnavailable('ai_refused', 'The language model refused the request; check its configuration.', 60),
  ai_too_long: () =>
    makeModelUnavailable(
      'ai_too_long',
      'The content became longer than a generation may be; ask for fewer or smaller blocks.',
      1,
    ),
  ai_declined: () =>
    new ApiError('invalid_request', 'The language model declines to write about this; change the prompt.', {
      details: { reason: 'ai_declined', fields: [{ path: 'prompt', message: 'is declined by the language model' }] },
    }),
  ai_stopped: () =>
    makeModelUnavailable('ai_stopped', 'The generation was stopped, because the client disconnected.', 1),
}

export const makeModelNotConfiguredError = () =>
  makeModelUnavailable('ai_not_configured', 'No language model is configured for this service.', 3600)

export const makeUnusableModelAnswerError = () =>
  makeModelUnavailable(
    'ai_invalid_output',
    'The language model gave no usable answer twice; try again or change the prompt.',
    1,
  )
