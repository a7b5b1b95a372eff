import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { ModelFailure, type ModelFailureDiagnostics } from '../../platform/language-model.ts'

/**
 * Returns the value if it is a single word, and otherwise undefined. A single word is safe to log, but a sentence could
 * contain an API key or the prompt.
 */
const word = (value: unknown) => (typeof value === 'string' && /^[\w.:-]{1,80}$/.test(value) ? value : undefined)

/** The error codes of connections that were never established. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/**
 * Returns the socket's error code, such as `ECONNREFUSED`. `fetch` wraps the socket's error, so all causes are
 * searched.
 */
function codeOf(error: unknown): string | undefined {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return undefined
}

function causeOf(error: unknown): ModelFailureDiagnostics {
  if (!(error instanceof APIError)) return { code: word(codeOf(error)), type: word((error as Error | undefined)?.name) }
  const { status, type, requestID } = error
  return { status, code: word(error.code ?? codeOf(error)), type: word(type), requestId: word(requestID) }
}

/** Converts an error of the OpenAI library to a ModelFailure. */
export function convertToModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  const cause = causeOf(error)
  const { status, code } = cause
  // A request costs no tokens if the provider sent an error status or if no connection was made.
  const isUnbilled = status !== undefined || neverConnected.includes(code ?? '')
  const failure = (reason: ModelFailure['reason']) => new ModelFailure(reason, cause, { isUnbilled })
  if (error instanceof APIConnectionTimeoutError || status === 408) return failure('ai_timeout')
  if (error instanceof APIConnectionError || !(error instanceof APIError)) return failure('ai_unavailable')
  if (status === 429 || code === 'rate_limit_exceeded') return failure('ai_rate_limited')
  if (code === 'content_filter' || code === 'content_policy_violation') return failure('ai_declined')
  return failure(status !== undefined && status < 500 ? 'ai_refused' : 'ai_unavailable')
}
