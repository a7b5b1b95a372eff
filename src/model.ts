/** What is said to a language model. */
export type Message = { role: 'system' | 'user' | 'assistant'; content: string }

/** One question to a model: the answer is JSON of the schema. Aborting the signal ends the provider's work. */
export type Question = {
  messages: readonly Message[]
  schema: { readonly [keyword: string]: unknown }
  maxOutputTokens: number
  signal: AbortSignal
}

export type Tokens = { inputTokens: number; outputTokens: number }

/** A part of an answer. The tokens that the provider counted come with the last, where it counts them. */
export type Piece = { text: string; tokens?: Tokens }

/** A language model, as the product sees it; tests and laptops bring their own. */
export type Model = {
  name: string
  /** The answer as it is written. @throws ModelFailure */
  pieces(question: Question): AsyncIterable<Piece>
}

export type FailureReason =
  | 'ai_timeout'
  | 'ai_unavailable'
  | 'ai_rate_limited'
  | 'ai_refused'
  | 'ai_declined'
  | 'ai_too_long'
  | 'ai_stopped'

/** What an operator may read of a failure: never a key, a prompt or a text of the provider, which can quote either. */
export type FailureCause = { status?: number; code?: string; type?: string; requestId?: string }

/** Why a model gave no answer. `unpaid`: it was refused before any work was done. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  readonly reason: FailureReason
  readonly told: FailureCause
  readonly unpaid: boolean

  constructor(reason: FailureReason, told: FailureCause = {}, { unpaid = false } = {}) {
    super(reason)
    this.reason = reason
    this.told = told
    this.unpaid = unpaid
  }
}
