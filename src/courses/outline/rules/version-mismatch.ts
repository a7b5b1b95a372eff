import { ApiError } from '../../../platform/errors.ts'

/** Makes the error `precondition_failed` (HTTP 412) for a write whose expected version is not the stored version. */
export const makeVersionMismatchError = (what: string, currentVersion: number) =>
  new ApiError('precondition_failed', `${what} has changed; it is at version ${currentVersion}. Read it again.`, {
    details: { currentVersion },
  })
