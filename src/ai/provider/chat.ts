import type { OpenAI } from 'openai'
import type { ModelMessage, TokenCounts } from '../../platform/language-model.ts'
import { addSchemaToMessages } from '../prompts.ts'
import { type ModelAnswerPart, makeDataUrl, type OpenAiApiAdapter } from './adapter.ts'

type Usage = { prompt_tokens?: number; completion_tokens?: number }
type AnswerText = { content?: string | null; refusal?: string | null }
type Choice = { delta?: AnswerText; message?: AnswerText; finish_reason?: string | null }
type Answer = { choices?: Choice[]; usage?: Usage | null }

const tokensOf = ({ prompt_tokens = 0, completion_tokens = 0 }: Usage): TokenCounts => ({
  inputTokens: prompt_tokens,
  outputTokens: completion_tokens,
})

const failures: Record<string, ModelAnswerPart['failure']> = { length: 'ai_too_long', content_filter: 'ai_declined' }

function read(answer: unknown): ModelAnswerPart {
  const { choices, usage } = (answer ?? {}) as Answer
  const [choice] = choices ?? []
  const { content, refusal } = choice?.delta ?? choice?.message ?? {}
  const failure = refusal ? 'ai_declined' : failures[choice?.finish_reason ?? '']
  return { text: content ?? refusal ?? '', ...(usage && { tokens: tokensOf(usage) }), ...(failure && { failure }) }
}

function toChatMessage(message: ModelMessage): OpenAI.Chat.ChatCompletionMessageParam {
  const { role, content, picture } = message
  if (role !== 'user' || !picture) return { role, content }
  const image_url = { url: makeDataUrl(picture), detail: 'low' as const }
  return {
    role,
    content: [
      { type: 'text', text: content },
      { type: 'image_url', image_url },
    ],
  }
}

/** The Chat Completions API of OpenAI, which nearly every compatible endpoint supports. */
export const chatCompletionsApiAdapter: OpenAiApiAdapter = {
  path: '/chat/completions',
  bodyOf: (model, { messages, schema, maxOutputTokens }, { outputFormat, usesMaxCompletionTokens, streamUsage }) =>
    ({
      model,
      messages: addSchemaToMessages(messages, outputFormat === 'json_schema' ? undefined : schema).map(toChatMessage),
      [usesMaxCompletionTokens ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
      stream: true,
      ...(streamUsage && { stream_options: { include_usage: true } }),
      ...(outputFormat === 'json_schema' && {
        response_format: { type: outputFormat, json_schema: { name: 'draft', strict: true, schema } },
      }),
      ...(outputFormat === 'json_object' && { response_format: { type: outputFormat } }),
    }) satisfies OpenAI.Chat.ChatCompletionCreateParamsStreaming,
  readEvent: read,
  readWhole: read,
}
