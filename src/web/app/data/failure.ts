/** One input field that the service refused: `path` is dotted, as the service names it. */
export type FieldProblem = { path: string; message: string }

type Facts = {
  fields?: FieldProblem[]
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  requestId?: string
}

/**
 * Why the service did not do what was asked. `code` is the API's own, or `unreachable` where no answer came.
 */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: string
  readonly fields: FieldProblem[]
  readonly details: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(code: string, message: string, facts: Facts = {}) {
    super(message)
    this.code = code
    this.fields = facts.fields ?? []
    this.details = facts.details ?? {}
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.requestId = facts.requestId
  }
}

/** A sentence for whoever reads it, and what they can do. */
export function tellFailure(error: unknown): string {
  if (!(error instanceof Failure)) return 'Something went wrong on this page. Reload it to try again.'
  switch (error.code) {
    case 'unreachable':
      return 'The service cannot be reached. Check the connection; what you typed is kept.'
    case 'rate_limit_exceeded':
      return `Too many requests. Try again in ${error.retryAfterSeconds ?? 60} seconds.`
    case 'precondition_failed':
      return 'Somebody changed this in the meantime. Reload to see their version.'
    case 'internal_error':
      return `The service failed.${error.requestId ? ` Quote request ${error.requestId} when you report it.` : ''}`
    default:
      return error.message
  }
}

/** The message for one input field, by the end of its path: `problemOf(error, 'name')` finds `input.name`. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof Failure)) return undefined
  const found = error.fields.find(({ path }) => path === field || path.endsWith(`.${field}`))
  return found && `${found.message.charAt(0).toUpperCase()}${found.message.slice(1)}.`
}
