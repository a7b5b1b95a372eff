import { ApiError } from '../../platform/errors.ts'
import { errorMakersByModelFailure, makeModelUnavailable } from '../failures.ts'

/** The errors for the client whose picture the model was shown. Many models do not take pictures. */
export const pictureErrorMakersByModelFailure: typeof errorMakersByModelFailure = {
  ...errorMakersByModelFailure,
  ai_refused: () =>
    makeModelUnavailable(
      'ai_refused',
      'The language model refused the picture; check its configuration, and whether it can see pictures.',
      60,
    ),
  ai_too_long: () =>
    makeModelUnavailable('ai_too_long', 'The answer of the language model became too long; try again.', 1),
  ai_declined: () =>
    new ApiError('invalid_request', 'The language model declines to describe this picture.', {
      details: { reason: 'ai_declined', fields: [{ path: 'id', message: 'is declined by the language model' }] },
    }),
}

export const makeNoAltTextError = () =>
  makeModelUnavailable(
    'ai_invalid_output',
    'The language model gave no usable text twice; it may not be able to see pictures.',
    1,
  )
