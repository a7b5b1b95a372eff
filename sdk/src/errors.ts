/** What is wrong with one field of a request. `path` is dotted, such as `modules.0.name`. */
export type FieldProblem = { path: string; message: string }

type Body = { error?: { code?: string; message?: string; details?: Record<string, unknown> } }

/** A response with a status of 400 or more. */
export class CoursewrightError extends Error {
  override name = 'CoursewrightError'
  /** The HTTP status. */
  readonly status: number
  /** The error code, such as `not_found`. Decide by this; show `message` to people. */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  /** Quote this when you report a problem. */
  readonly requestId: string | undefined
  readonly response: Response

  /** @param body the parsed body; a proxy may answer without JSON */
  constructor(response: Response, body: unknown) {
    const { error = {} } = (typeof body === 'object' && body !== null ? body : {}) as Body
    super(error.message ?? `The service answered with status ${response.status}.`)
    this.status = response.status
    this.code = error.code ?? 'unknown'
    this.details = error.details ?? {}
    this.requestId = response.headers.get('x-request-id') ?? undefined
    this.response = response
  }

  /** What is wrong with each field of an `invalid_request`. */
  get fields(): readonly FieldProblem[] {
    return Array.isArray(this.details.fields) ? (this.details.fields as FieldProblem[]) : []
  }
}
