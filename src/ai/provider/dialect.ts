import type { Piece, Question } from '../../model.ts'

/** How an answer is to have its form: by its schema, as any JSON, or by asking alone. */
export const forms = ['json_schema', 'json_object', 'text'] as const

/** What an endpoint can: each is given up for the weaker one where the endpoint refuses it by name. */
export type Abilities = {
  form: (typeof forms)[number]
  /** Whether it knows `max_completion_tokens`, or the older `max_tokens` alone. */
  newLimit: boolean
  /** Whether a stream can end with the tokens. */
  streamUsage: boolean
}

export const allAbilities: Abilities = { form: 'json_schema', newLimit: true, streamUsage: true }

/** One event of a stream or one whole answer, read: text, tokens, and what keeps the answer from being one. */
export type Read = Partial<Piece> & { flaw?: 'ai_declined' | 'ai_too_long' | 'ai_unavailable' | 'ai_rate_limited' }

/** One of the two interfaces in which OpenAI's endpoints and those like them are asked. */
export type Dialect = {
  path: string
  bodyOf(model: string, question: Question, abilities: Abilities): object
  readEvent(event: unknown): Read
  readWhole(answer: unknown): Read
}

const afterRefusal: readonly [about: RegExp, less: (can: Abilities) => Abilities | undefined][] = [
  [/stream_options|include_usage/i, (can) => (can.streamUsage ? { ...can, streamUsage: false } : undefined)],
  [/max_completion_tokens/i, (can) => (can.newLimit ? { ...can, newLimit: false } : undefined)],
  [
    /response_format|json_schema|json_object|text\.format|structured/i,
    (can) => (can.form === 'text' ? undefined : { ...can, form: forms[forms.indexOf(can.form) + 1]! }),
  ],
]

/** What is left to try after an endpoint has refused a request in these words; undefined: nothing. */
export function less(can: Abilities, refusal: string): Abilities | undefined {
  for (const [about, weaker] of afterRefusal) {
    const left = about.test(refusal) ? weaker(can) : undefined
    if (left) return left
  }
  return undefined
}
