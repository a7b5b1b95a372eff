import { GraphQLError } from 'graphql'

/** The API's error codes with their HTTP statuses: specification, section 7, and the design's two conditional ones. */
export const apiErrors = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  rate_limit_exceeded: 429,
  internal_error: 500,
} as const

export type ErrorCode = keyof typeof apiErrors

export const isCode = (name: string): name is ErrorCode => Object.hasOwn(apiErrors, name)

/** One bad input field: `path` is dotted from the request body (`modules.0.name`), `message` says what to do. */
export type FieldProblem = { path: string; message: string }

type Extra = { details?: Record<string, unknown>; status?: number; headers?: Record<string, string> }

/**
 * An error that a client may see, on every face: `{ code, message, details }`. Anything else that is thrown is an
 * accident and is masked. `status` differs from the code's own only for transport refusals (405, 413, 415) and 503.
 */
export class ApiError extends GraphQLError {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, { details = {}, status, headers = {} }: Extra = {}) {
    super(message, { extensions: { code, details } })
    this.code = code
    this.status = status ?? apiErrors[code]
    this.details = details
    this.headers = headers
  }
}

/** As many as are named: more would make a small request a large answer. */
export const maxProblems = 50

/** Bad input: names the fields that are wrong, the first 50. */
export function invalid(problems: FieldProblem[]): ApiError {
  const fields = problems.slice(0, maxProblems)
  const [first] = fields
  const message = fields.length === 1 && first ? `${first.path}: ${first.message}` : 'The request has invalid fields.'
  return new ApiError('invalid_request', message, { details: { fields } })
}

/** A refusal in a face's own words: a rule names `perPage`, the client sent `per_page`. */
export function renamed(error: ApiError, names: ReadonlyMap<string, string>): ApiError {
  const { fields } = error.details as { fields?: FieldProblem[] }
  const told = fields?.map(({ path, message }) => ({ path: names.get(path) ?? path, message }))
  return told?.some(({ path }, index) => path !== fields![index]!.path) ? invalid(told) : error
}

/** The same answer for an object that is missing and for one of another workspace. */
export const notFound = (what: string) => new ApiError('not_found', `${what} not found.`)

/** The text for every accident: it tells nothing but where to look. */
export const accident = () => new ApiError('internal_error', 'Something went wrong on our side. Quote X-Request-Id.')

/**
 * The one place that decides what leaves. Declared errors pass; GraphQL's own refusals (syntax, validation, variables,
 * arguments) become `invalid_request`; everything else is reported through `onAccident` and masked.
 */
export function maskError(error: unknown, onAccident: (error: unknown) => void, inField = false): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof GraphQLError) {
    const { originalError } = error
    const within = inField || error.path !== undefined
    if (originalError) return maskError(originalError, onAccident, within)
    // Within a field the caller wrote the arguments and nothing else: a value that cannot be told is our fault.
    if (!within || error.message.startsWith('Argument "')) return invalidDocument(error)
  }
  onAccident(error)
  return accident()
}

/** What a masked error of a GraphQL result says, for a face that tells it in its own way. */
export function declaredIn(error: GraphQLError): ApiError {
  if (error instanceof ApiError) return error
  if (error.originalError instanceof ApiError) return error.originalError
  const { message, extensions } = error
  const { code, details } = extensions as { code?: unknown; details?: Record<string, unknown> }
  return typeof code === 'string' && isCode(code) ? new ApiError(code, message, { details }) : accident()
}

function invalidDocument(error: GraphQLError): ApiError {
  const details = (error.extensions?.details as Record<string, unknown> | undefined) ?? {}
  return new ApiError('invalid_request', error.message, { details })
}

/**
 * Why the program cannot start or do what its operator asked. The message is for them: what is wrong and what to do, in
 * a sentence; it is printed without a stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
