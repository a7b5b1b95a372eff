import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { type FailureCause, ModelFailure } from '../../model.ts'

/** A word that can be logged; a sentence could quote a key or the prompt. */
const word = (value: unknown) => (typeof value === 'string' && /^[\w.:-]{1,80}$/.test(value) ? value : undefined)

/** Codes of connections that were never made. */
const unmade = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/** The code at the root of a failed connection: fetch wraps what the socket said. */
function codeOf(error: unknown): string | undefined {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return undefined
}

function causeOf(error: unknown): FailureCause {
  if (!(error instanceof APIError)) return { code: word(codeOf(error)), type: word((error as Error | undefined)?.name) }
  const { status, type, requestID } = error
  return { status, code: word(error.code ?? codeOf(error)), type: word(type), requestId: word(requestID) }
}

/** Whatever the library throws, as a failure of ours. What was refused with a status, or never reached, costs nothing. */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  const told = causeOf(error)
  const { status, code } = told
  const unpaid = status !== undefined || unmade.includes(code ?? '')
  const failure = (reason: ModelFailure['reason']) => new ModelFailure(reason, told, { unpaid })
  if (error instanceof APIConnectionTimeoutError || status === 408) return failure('ai_timeout')
  if (error instanceof APIConnectionError || !(error instanceof APIError)) return failure('ai_unavailable')
  if (status === 429 || code === 'rate_limit_exceeded') return failure('ai_rate_limited')
  if (code === 'content_filter' || code === 'content_policy_violation') return failure('ai_declined')
  return failure(status !== undefined && status < 500 ? 'ai_refused' : 'ai_unavailable')
}
