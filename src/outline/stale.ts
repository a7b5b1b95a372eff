import { ApiError } from '../errors.ts'

/** The answer to a write that expects another version: 412. */
export const stale = (what: string, currentVersion: number) =>
  new ApiError('precondition_failed', `${what} has changed; it is at version ${currentVersion}. Read it again.`, {
    details: { currentVersion },
  })
