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

/** A language model, as the product sees it; tests and laptops bring their own. */
export type Model = {
  name: string
  /** The whole answer. @throws ModelFailure */
  answer(question: Question): Promise<{ text: string; tokens: Tokens }>
  /** The answer as it is written; the tokens come with the last piece. @throws ModelFailure */
  pieces(question: Question): AsyncIterable<{ text: string; tokens?: Tokens }>
}

/** Why a model gave no answer. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  readonly reason: 'ai_timeout' | 'ai_unavailable' | 'ai_rate_limited' | 'ai_refused'

  constructor(reason: ModelFailure['reason'], cause: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
