/** A small picture for a language model. */
export type ModelPicture = { type: 'image/webp'; base64: string }

/** A message to a language model. Only a message of the user can have a picture. */
export type ModelMessage =
  | { role: 'system' | 'assistant'; content: string; picture?: undefined }
  | { role: 'user'; content: string; picture?: ModelPicture }

/**
 * A request to a language model. The answer must be JSON that matches `schema`. Aborting `signal` cancels the request.
 */
export type ModelRequest = {
  messages: readonly ModelMessage[]
  schema: { readonly [keyword: string]: unknown }
  maxOutputTokens: number
  signal: AbortSignal
}

export type TokenCounts = { inputTokens: number; outputTokens: number }

/** A chunk of the model's answer. The last chunk contains the token counts, if the provider reports them. */
export type ModelAnswerChunk = { text: string; tokens?: TokenCounts }

/** A language model. The code for each provider, such as OpenAI, makes an object of this type. */
export type LanguageModel = {
  name: string
  /**
   * Streams the answer of the model.
   * @throws ModelFailure if the model gives no complete answer
   */
  stream(question: ModelRequest): AsyncIterable<ModelAnswerChunk>
}

export type ModelFailureReason =
  | 'ai_timeout'
  | 'ai_unavailable'
  | 'ai_rate_limited'
  | 'ai_refused'
  | 'ai_declined'
  | 'ai_too_long'
  | 'ai_stopped'

/**
 * The details of a language model's failure that may be logged. Provider messages are left out, because they can quote
 * a prompt.
 */
export type ModelFailureDiagnostics = { status?: number; code?: string; type?: string; requestId?: string }

/**
 * The error of a language model that gave no complete answer. `isUnbilled` is true if the provider refused the request
 * before doing any work.
 */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  readonly reason: ModelFailureReason
  readonly diagnostics: ModelFailureDiagnostics
  readonly isUnbilled: boolean

  constructor(reason: ModelFailureReason, diagnostics: ModelFailureDiagnostics = {}, { isUnbilled = false } = {}) {
    super(reason)
    this.reason = reason
    this.diagnostics = diagnostics
    this.isUnbilled = isUnbilled
  }
}
