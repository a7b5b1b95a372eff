import type { ErrorCode } from '../../src/platform/error-codes.ts'

/** Returns the body of an error response over REST: specification, section 7. */
export const errorBody = (code: ErrorCode, message: string, details: Record<string, unknown> = {}) => ({
  error: { code, message, details },
})

/** Returns the body of an error response for one invalid field. */
export const invalidFieldBody = (path: string, message: string) =>
  errorBody('invalid_request', `${path}: ${message}`, { fields: [{ path, message }] })
