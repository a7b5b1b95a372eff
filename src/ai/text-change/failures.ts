import { ApiError } from '../../platform/errors.ts'
import { errorMakersByModelFailure, makeModelUnavailable } from '../failures.ts'

/** The errors for the client whose text the model was to change. */
export const textErrorMakersByModelFailure: typeof errorMakersByModelFailure = {
  ...errorMakersByModelFailure,
  ai_too_long: () => makeModelUnavailable('ai_too_long', 'The changed text became too long; send a shorter text.', 1),
  ai_declined: () =>
    new ApiError('invalid_request', 'The language model declines to work on this text.', {
      details: { reason: 'ai_declined', fields: [{ path: 'text', message: 'is declined by the language model' }] },
    }),
}

export const makeNoTextError = () =>
  makeModelUnavailable(
    'ai_invalid_output',
    'The language model gave no usable text twice; try again, or send a shorter text.',
    1,
  )
