import type { OpenAI } from 'openai'
import type { Tokens } from '../../model.ts'
import { messagesFor } from '../prompts.ts'
import type { Dialect, Read } from './dialect.ts'

type Usage = { prompt_tokens?: number; completion_tokens?: number }
type Said = { content?: string | null; refusal?: string | null }
type Choice = { delta?: Said; message?: Said; finish_reason?: string | null }
type Answer = { choices?: Choice[]; usage?: Usage | null }

const tokensOf = ({ prompt_tokens = 0, completion_tokens = 0 }: Usage): Tokens => ({
  inputTokens: prompt_tokens,
  outputTokens: completion_tokens,
})

const flaws: Record<string, Read['flaw']> = { length: 'ai_too_long', content_filter: 'ai_declined' }

function read(answer: unknown): Read {
  const { choices, usage } = (answer ?? {}) as Answer
  const [choice] = choices ?? []
  const { content, refusal } = choice?.delta ?? choice?.message ?? {}
  const flaw = refusal ? 'ai_declined' : flaws[choice?.finish_reason ?? '']
  return { text: content ?? refusal ?? '', ...(usage && { tokens: tokensOf(usage) }), ...(flaw && { flaw }) }
}

/** Chat Completions, which nearly every endpoint speaks. */
export const chat: Dialect = {
  path: '/chat/completions',
  bodyOf: (model, { messages, schema, maxOutputTokens }, { form, newLimit, streamUsage }) =>
    ({
      model,
      messages: messagesFor(messages, form === 'json_schema' ? undefined : schema),
      [newLimit ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
      stream: true,
      ...(streamUsage && { stream_options: { include_usage: true } }),
      ...(form === 'json_schema' && {
        response_format: { type: form, json_schema: { name: 'draft', strict: true, schema } },
      }),
      ...(form === 'json_object' && { response_format: { type: form } }),
    }) satisfies OpenAI.Chat.ChatCompletionCreateParamsStreaming,
  readEvent: read,
  readWhole: read,
}
