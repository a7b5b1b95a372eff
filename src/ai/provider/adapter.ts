import type { ModelAnswerChunk, ModelRequest } from '../../platform/language-model.ts'

/** The output formats that a request can ask for, strictest first: JSON of a given schema, any JSON, or text. */
const outputFormats = ['json_schema', 'json_object', 'text'] as const

/**
 * The features that an endpoint supports. If the endpoint refuses a feature, the next request uses a weaker feature.
 */
export type Capabilities = {
  /** The strictest output format that the endpoint supports. */
  form: (typeof outputFormats)[number]
  /** Whether the endpoint supports `max_completion_tokens`. If not, requests send the older `max_tokens`. */
  newLimit: boolean
  /** Whether a stream can report token usage at its end. */
  streamUsage: boolean
}

export const allCapabilities: Capabilities = { form: 'json_schema', newLimit: true, streamUsage: true }

/** The content of a stream event or of a whole answer. `failure` is the reason why the answer is unusable. */
export type AnswerPart = Partial<ModelAnswerChunk> & {
  failure?: 'ai_declined' | 'ai_too_long' | 'ai_unavailable' | 'ai_rate_limited'
}

/**
 * Writes requests and reads answers in the format of one of OpenAI's two APIs. Compatible endpoints use the same
 * formats.
 */
export type OpenAiApiAdapter = {
  path: string
  bodyOf(model: string, question: ModelRequest, abilities: Capabilities): object
  readEvent(event: unknown): AnswerPart
  readWhole(answer: unknown): AnswerPart
}

const downgrades: readonly [pattern: RegExp, downgraded: (can: Capabilities) => Capabilities | undefined][] = [
  [/stream_options|include_usage/i, (can) => (can.streamUsage ? { ...can, streamUsage: false } : undefined)],
  [/max_completion_tokens/i, (can) => (can.newLimit ? { ...can, newLimit: false } : undefined)],
  [
    /response_format|json_schema|json_object|text\.format|structured/i,
    (can) => (can.form === 'text' ? undefined : { ...can, form: outputFormats[outputFormats.indexOf(can.form) + 1]! }),
  ],
]

/**
 * Returns the capabilities for the next attempt after an error message of the endpoint. Returns undefined if no weaker
 * capability is left.
 */
export function downgradeCapabilities(can: Capabilities, refusal: string): Capabilities | undefined {
  for (const [pattern, downgraded] of downgrades) {
    const weaker = pattern.test(refusal) ? downgraded(can) : undefined
    if (weaker) return weaker
  }
  return undefined
}
