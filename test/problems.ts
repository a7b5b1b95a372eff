import type { ErrorCode } from '../src/errors.ts'

/** The whole body of a refusal over REST: specification, section 7. */
export const problem = (code: ErrorCode, message: string, details: Record<string, unknown> = {}) => ({
  error: { code, message, details },
})

/** A refusal for one bad field. */
export const badField = (path: string, message: string) =>
  problem('invalid_request', `${path}: ${message}`, { fields: [{ path, message }] })
