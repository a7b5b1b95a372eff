import type { ModelAnswerChunk, ModelPicture, ModelRequest } from '../../platform/language-model.ts'

/**
 * The output formats that a request can ask for, the strictest first: JSON that matches a schema, any JSON, or any
 * text.
 */
const outputFormats = ['json_schema', 'json_object', 'text'] as const

/**
 * The features that requests to a model's endpoint use. If the endpoint refuses a feature, the next request uses a
 * weaker feature or none.
 */
export type EndpointCapabilities = {
  /** The strictest output format that the endpoint supports. */
  outputFormat: (typeof outputFormats)[number]
  /** Whether the endpoint supports `max_completion_tokens`. If not, requests send the older `max_tokens`. */
  usesMaxCompletionTokens: boolean
  /** Whether the endpoint can report the token usage at the end of a stream. */
  streamUsage: boolean
}

export const allEndpointCapabilities: EndpointCapabilities = {
  outputFormat: 'json_schema',
  usesMaxCompletionTokens: true,
  streamUsage: true,
}

/** The content of one stream event, or of a whole answer. `failure` is the reason why the answer is unusable. */
export type ModelAnswerPart = Partial<ModelAnswerChunk> & {
  failure?: 'ai_declined' | 'ai_too_long' | 'ai_unavailable' | 'ai_rate_limited'
}

/**
 * Writes requests and reads answers in the format of one of OpenAI's two APIs. Compatible endpoints use the same
 * formats.
 */
export type OpenAiApiAdapter = {
  path: string
  bodyOf(model: string, request: ModelRequest, capabilities: EndpointCapabilities): object
  readEvent(event: unknown): ModelAnswerPart
  readWhole(answer: unknown): ModelAnswerPart
}

export const makeDataUrl = ({ type, base64 }: ModelPicture) => `data:${type};base64,${base64}`

const downgrades: readonly [
  pattern: RegExp,
  downgraded: (capabilities: EndpointCapabilities) => EndpointCapabilities | undefined,
][] = [
  [
    /stream_options|include_usage/i,
    (capabilities) => (capabilities.streamUsage ? { ...capabilities, streamUsage: false } : undefined),
  ],
  [
    /max_completion_tokens/i,
    (capabilities) =>
      capabilities.usesMaxCompletionTokens ? { ...capabilities, usesMaxCompletionTokens: false } : undefined,
  ],
  [
    /response_format|json_schema|json_object|text\.format|structured/i,
    (capabilities) =>
      capabilities.outputFormat === 'text'
        ? undefined
        : { ...capabilities, outputFormat: outputFormats[outputFormats.indexOf(capabilities.outputFormat) + 1]! },
  ],
]

/**
 * Returns capabilities without the feature that the endpoint's error message (`refusal`) names, or with a weaker output
 * format. Returns undefined if nothing can be weakened.
 */
export function downgradeCapabilities(
  capabilities: EndpointCapabilities,
  refusal: string,
): EndpointCapabilities | undefined {
  for (const [pattern, downgraded] of downgrades) {
    const weaker = pattern.test(refusal) ? downgraded(capabilities) : undefined
    if (weaker) return weaker
  }
  return undefined
}
