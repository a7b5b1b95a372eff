/** An error that the API reports for one input field. `path` names the field, such as `input.name`. */
export type InputFieldError = { path: string; message: string }

type ErrorDetails = {
  fields?: InputFieldError[]
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  requestId?: string
}

/** The error that a failed API request throws. */
export class ApiError extends Error {
  override name = 'ApiError'
  /**
   * The error code of the API, or a code of the dashboard, such as `unreachable` (no answer) or `too_large` (HTTP 413).
   */
  readonly code: string
  readonly fields: InputFieldError[]
  readonly details: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(code: string, message: string, { fields, details, retryAfterSeconds, requestId }: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.fields = fields ?? []
    this.details = details ?? {}
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = requestId
  }
}

const defaultRetrySeconds = 60
/**
 * Returns whether the API's message says what the user can change. The dashboard then shows this message, not its own
 * text.
 */
const hasMessageForUser = ({ details: { reason } }: ApiError): boolean =>
  typeof reason === 'string' && (reason.startsWith('ai_') || reason === 'search_timeout' || reason === 'storage_full')

/** Returns whether the service, or something that it needs, is unavailable for a short time (HTTP status 503). */
export const isTemporarilyUnavailable = (error: ApiError): boolean =>
  error.code === 'internal_error' && error.retryAfterSeconds !== undefined && !hasMessageForUser(error)

/** Returns a message that explains an error to the user and says what the user can do. */
export function getErrorMessageForUser(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it to try again.'
  if (hasMessageForUser(error)) return error.message
  if (isTemporarilyUnavailable(error))
    return `The service is not available now. Try again in ${error.retryAfterSeconds} seconds. Your text is not lost.`
  switch (error.code) {
    case 'unreachable':
      return 'The service cannot be reached. Check your connection, then try again. Your text is not lost.'
    case 'rate_limit_exceeded':
      return `Too many requests. Try again in ${error.retryAfterSeconds ?? defaultRetrySeconds} seconds.`
    case 'too_large':
      return 'This is larger than the service accepts. Make it shorter, or split it into several blocks.'
    case 'precondition_failed':
      return 'This was changed in another tab or by another person. Reload to see the new version.'
    case 'internal_error':
      return `The service failed. Try again.${error.requestId ? ` If it fails again, report request ${error.requestId} to the operator of the service.` : ''}`
    default:
      return error.message
  }
}

/**
 * Returns the API's error message for an input field. An error at the path `input.name` belongs to the field `name`.
 */
export function findFieldErrorMessage(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const found = error.fields.find(({ path }) => path === field || path.endsWith(`.${field}`))
  return found && `${found.message.charAt(0).toUpperCase()}${found.message.slice(1)}.`
}
