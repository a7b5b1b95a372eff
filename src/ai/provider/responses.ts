import type { OpenAI } from 'openai'
import type { ModelMessage, TokenCounts } from '../../platform/language-model.ts'
import { addSchemaToMessages } from '../prompts.ts'
import { type ModelAnswerPart, makeDataUrl, type OpenAiApiAdapter } from './adapter.ts'

type Usage = { input_tokens?: number; output_tokens?: number }
type Part = { type?: string; text?: string; refusal?: string }
type Answer = {
  usage?: Usage | null
  incomplete_details?: { reason?: string } | null
  error?: { code?: string } | null
  output?: { content?: Part[] }[]
}
type Event = { type?: string; delta?: string; response?: Answer }

const tokensOf = ({ input_tokens = 0, output_tokens = 0 }: Usage): TokenCounts => ({
  inputTokens: input_tokens,
  outputTokens: output_tokens,
})

function failureOf({ incomplete_details, error }: Answer): ModelAnswerPart['failure'] {
  if (error) return error.code === 'rate_limit_exceeded' ? 'ai_rate_limited' : 'ai_unavailable'
  if (incomplete_details?.reason === 'content_filter') return 'ai_declined'
  return incomplete_details ? 'ai_too_long' : undefined
}

function readEnd(answer: Answer): ModelAnswerPart {
  const failure = failureOf(answer)
  return { ...(answer.usage && { tokens: tokensOf(answer.usage) }), ...(failure && { failure }) }
}

function toInputMessage({ role, content, picture }: ModelMessage): OpenAI.Responses.EasyInputMessage {
  if (!picture) return { role, content }
  return {
    role,
    content: [
      { type: 'input_text', text: content },
      { type: 'input_image', image_url: makeDataUrl(picture), detail: 'low' },
    ],
  }
}

/** The Responses API of OpenAI. With `store: false`, the provider does not store the conversation. */
export const responsesApiAdapter: OpenAiApiAdapter = {
  path: '/responses',
  bodyOf: (model, { messages, schema, maxOutputTokens }, { outputFormat }) =>
    ({
      model,
      input: addSchemaToMessages(messages, outputFormat === 'json_schema' ? undefined : schema).map(toInputMessage),
      max_output_tokens: maxOutputTokens,
      stream: true,
      store: false,
      ...(outputFormat === 'json_schema' && {
        text: { format: { type: outputFormat, name: 'draft', strict: true, schema } },
      }),
      ...(outputFormat === 'json_object' && { text: { format: { type: outputFormat } } }),
    }) satisfies OpenAI.Responses.ResponseCreateParamsStreaming,
  readEvent: (sent) => {
    const { type, delta, response } = (sent ?? {}) as Event
    if (type === 'response.output_text.delta') return { text: delta ?? '' }
    if (type === 'response.refusal.delta') return { text: delta ?? '', failure: 'ai_declined' }
    return response ? readEnd(response) : {}
  },
  readWhole: (sent) => {
    const answer = (sent ?? {}) as Answer
    const parts = (answer.output ?? []).flatMap(({ content = [] }) => content)
    const refusal = parts.some((part) => part.type === 'refusal') ? { failure: 'ai_declined' as const } : {}
    return { text: parts.map(({ text, refusal }) => text ?? refusal ?? '').join(''), ...refusal, ...readEnd(answer) }
  },
}
