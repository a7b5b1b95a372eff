import { GraphQLError } from 'graphql'
import { apiErrorsByCode, type ErrorCode, isErrorCode } from './error-codes.ts'

/**
 * An invalid field of a request. `path` is dotted, such as `modules.0.name`. `message` tells the client how to correct
 * the field.
 */
export type InvalidField = { path: string; message: string }

type Options = { details?: Record<string, unknown>; status?: number; headers?: Record<string, string> }

/**
 * An error that every API sends to clients as `{ code, message, details }`. `status` defaults to the usual HTTP status
 * of the code.
 */
export class ApiError extends GraphQLError {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, { details = {}, status, headers = {} }: Options = {}) {
    super(message, { extensions: { code, details } })
    this.code = code
    this.status = status ?? apiErrorsByCode[code].status
    this.details = details
    this.headers = headers
  }
}

/** The maximum number of invalid fields that one error lists, so that a small request never causes a large response. */
export const maxReportedInvalidFields = 50

/** Makes the 400 error that lists the first 50 invalid fields of a request. */
export function makeInvalidRequestError(problems: InvalidField[]): ApiError {
  const fields = problems.slice(0, maxReportedInvalidFields)
  const [first] = fields
  const message = fields.length === 1 && first ? `${first.path}: ${first.message}` : 'The request has invalid fields.'
  return new ApiError('invalid_request', message, { details: { fields } })
}

/**
 * Replaces the field names in an error with the names that the client uses. For example, the error names the argument
 * `perPage`, but a REST client sends `per_page`.
 */
export function renameFieldsInError(error: ApiError, rename: (path: string) => string): ApiError {
  const { fields } = error.details as { fields?: InvalidField[] }
  const renamed = fields?.map(({ path, message }) => ({ path: rename(path), message }))
  return renamed?.some(({ path }, index) => path !== fields![index]!.path) ? makeInvalidRequestError(renamed) : error
}

/** Makes the error for a record that does not exist in the caller's workspace. */
export const makeNotFoundError = (what: string) => new ApiError('not_found', `${what} not found.`)

/** Makes the error that clients see instead of an internal error. */
export const makeInternalError = () =>
  new ApiError('internal_error', 'Something went wrong on our side. Quote X-Request-Id.')

type UnavailableOptions = { retryAfterSeconds?: number; details?: Record<string, unknown>; cause?: Error }

/**
 * Makes the 503 error for a request that fails because this service, or another service that it needs, is not
 * available.
 */
export function makeUnavailableError(
  message: string,
  { retryAfterSeconds = 1, details = {}, cause }: UnavailableOptions = {},
): ApiError {
  const headers = { 'Retry-After': String(retryAfterSeconds) }
  const error = new ApiError('internal_error', message, { status: 503, details, headers })
  return cause ? Object.assign(error, { cause }) : error
}

/** Makes the 507 error for a write of a file for which there is no space. */
export const makeStorageFullError = (cause?: Error): ApiError =>
  Object.assign(
    new ApiError('internal_error', 'The service has no space for files. Nothing was stored. Try again later.', {
      status: 507,
      details: { reason: 'storage_full' },
    }),
    cause && { cause },
  )

/**
 * Returns the error that the client may see, and passes internal errors to `onInternalError`.
 * @param inField whether the error comes from the execution of a field
 */
export function maskError(error: unknown, onInternalError: (error: unknown) => void, inField = false): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof GraphQLError) {
    const { originalError } = error
    const isInField = inField || error.path !== undefined
    if (originalError) return maskError(originalError, onInternalError, isInField)
    // While a field is executed, graphql-js reports two kinds of errors: wrong arguments, and bugs of the service.
    // Only the message about a wrong argument begins with `Argument`.
    if (!isInField || error.message.startsWith('Argument "')) return invalidDocument(error)
  }
  onInternalError(error)
  return makeInternalError()
}

/** Returns the `ApiError` of an error in a GraphQL result. If the error has no error code, returns `internal_error`. */
export function extractApiError(error: GraphQLError): ApiError {
  if (error instanceof ApiError) return error
  if (error.originalError instanceof ApiError) return error.originalError
  const { message, extensions } = error
  const { code, details } = extensions as { code?: unknown; details?: Record<string, unknown> }
  return typeof code === 'string' && isErrorCode(code) ? new ApiError(code, message, { details }) : makeInternalError()
}

function invalidDocument(error: GraphQLError): ApiError {
  const details = (error.extensions?.details as Record<string, unknown> | undefined) ?? {}
  return new ApiError('invalid_request', error.message, { details })
}

/**
 * The error of a program that cannot start or cannot run a command. The message tells the operator the problem and the
 * solution. It is printed without a stack trace.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Returns `found`, the result of looking up a record. @throws ApiError `not_found` if `found` is null or undefined */
export function requireRecord<T>(what: string, found: T | undefined | null): T {
  if (found == null) throw makeNotFoundError(what)
  return found
}
