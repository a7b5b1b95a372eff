import { ApiError } from '../../platform/errors.ts'

/** Makes the error (HTTP 412) for a write that expects another version than the stored one. */
export const versionMismatchError = (what: string, currentVersion: number) =>
  new ApiError('precondition_failed', `${what} has changed; it is at version ${currentVersion}. Read it again.`, {
    details: { currentVersion },
  })
