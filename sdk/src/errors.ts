/** What is wrong with one field of a request. `path` is dotted, such as `modules.0.name`. */
export type FieldProblem = { path: string; message: string }

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** A response with a status of 400 or more, or the `error` event of an event stream. */
export class CoursewrightError extends Error {
  override name = 'CoursewrightError'
  /** The HTTP status. It is 200 if an event stream had begun. */
  readonly status: number
  /** The error code, such as `not_found`, or `unknown` if the service did not answer itself. Decide by this; show `message` to people. */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  /** Quote this when you report a problem. */
  readonly requestId: string | undefined
  /** The response. Its body has been read. */
  readonly response: Response

  /** @param body the parsed body; a proxy may answer without JSON, or with JSON of its own */
  constructor(response: Response, body: unknown) {
    const { code, message, details } = membersOf(membersOf(body).error)
    super(typeof message === 'string' ? message : `The service answered with status ${response.status}.`)
    this.status = response.status
    this.code = typeof code === 'string' ? code : 'unknown'
    this.details = membersOf(details)
    this.requestId = response.headers.get('x-request-id') ?? undefined
    this.response = response
  }

  /** What is wrong with each field of an `invalid_request`. */
  get fields(): readonly FieldProblem[] {
    return Array.isArray(this.details.fields) ? (this.details.fields as FieldProblem[]) : []
  }
}

/** The record has changed since it was read (`precondition_failed`, 412). Nothing was written. Read it again. */
export class VersionConflictError extends CoursewrightError {
  override name = 'VersionConflictError'

  /** The version that the service has now. */
  get currentVersion(): number | undefined {
    const { currentVersion } = this.details
    return typeof currentVersion === 'number' ? currentVersion : undefined
  }
}

/** The state of the record does not allow the request (`conflict`, 409), such as a publish that its checks prevent. */
export class ConflictError extends CoursewrightError {
  override name = 'ConflictError'

  /** Why, where there can be several reasons, such as `course_archived`. */
  get reason(): string | undefined {
    const { reason } = this.details
    return typeof reason === 'string' ? reason : undefined
  }
}

const classesByStatus: Readonly<Record<number, typeof CoursewrightError>> = {
  409: ConflictError,
  412: VersionConflictError,
}

/** Makes the error of a response with a status of 400 or more. */
export const makeResponseError = (response: Response, body: unknown): CoursewrightError =>
  new (classesByStatus[response.status] ?? CoursewrightError)(response, body)
