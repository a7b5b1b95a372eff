import { ApiError } from '../platform/errors.ts'

/** The 404 error of the pages for learners. It does not tell whether a course exists that is not public. */
export const pageNotFoundError = new ApiError('not_found', 'There is no public course or lesson at this address.')
