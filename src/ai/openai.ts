import { ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import type { Config } from '../config.ts'
import { type Model, ModelFailure, type Question, type Tokens } from '../model.ts'

type Settings = { apiKey: string; baseURL?: string; model: string; timeoutSeconds: number }

const schemaName = 'draft'

function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError)
    return new ModelFailure('ai_timeout', error)
  if (error instanceof APIError && error.status === 429) return new ModelFailure('ai_rate_limited', error)
  if (error instanceof APIError && error.status !== undefined && error.status < 500)
    return new ModelFailure('ai_refused', error)
  return new ModelFailure('ai_unavailable', error)
}

const isFault = (error: unknown) => failureOf(error).reason !== 'ai_refused'
const tokensOf = (usage?: { prompt_tokens?: number; completion_tokens?: number } | null): Tokens => ({
  inputTokens: usage?.prompt_tokens ?? 0,
  outputTokens: usage?.completion_tokens ?? 0,
})

/**
 * Any endpoint that speaks OpenAI's Chat Completions. The library retries with back-off; after five failures in a row the
 * circuit opens for ten seconds, and nothing is asked meanwhile.
 */
export function openaiModel({ apiKey, baseURL, model, timeoutSeconds }: Settings): Model {
  const client = new OpenAI({ apiKey, baseURL, maxRetries: 2, timeout: timeoutSeconds * 1000, logLevel: 'off' })
  const breaker = circuitBreaker(handleWhen(isFault), { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) })

  const bodyOf = ({ messages, schema, maxOutputTokens }: Question) => ({
    model,
    messages: [...messages],
    max_completion_tokens: maxOutputTokens,
    response_format: { type: 'json_schema' as const, json_schema: { name: schemaName, strict: true, schema } },
  })

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await breaker.execute(work)
    } catch (error) {
      throw isBrokenCircuitError(error) ? new ModelFailure('ai_unavailable', error) : failureOf(error)
    }
  }

  return {
    name: model,
    answer: (question) =>
      guarded(async () => {
        const signal = AbortSignal.any([question.signal, AbortSignal.timeout(timeoutSeconds * 1000)])
        const completion = await client.chat.completions.create({ ...bodyOf(question) }, { signal })
        return { text: completion.choices?.[0]?.message?.content ?? '', tokens: tokensOf(completion.usage) }
      }),
    async *pieces(question) {
      const signal = AbortSignal.any([question.signal, AbortSignal.timeout(timeoutSeconds * 1000)])
      const stream = await guarded(() =>
        client.chat.completions.create(
          { ...bodyOf(question), stream: true, stream_options: { include_usage: true } },
          { signal },
        ),
      )
      try {
        for await (const chunk of stream) {
          const text = chunk.choices?.[0]?.delta?.content ?? ''
          yield chunk.usage ? { text, tokens: tokensOf(chunk.usage) } : { text }
        }
      } catch (error) {
        throw failureOf(error)
      } finally {
        stream.controller.abort()
      }
    },
  }
}

/** The configured model; a base address alone is enough for endpoints that ask for no key. */
export function modelOf({ openai, ai }: Config): Model | undefined {
  const { apiKey, baseUrl, model } = openai
  if (!(apiKey || baseUrl)) return undefined
  return openaiModel({ apiKey: apiKey ?? 'none', baseURL: baseUrl, model, timeoutSeconds: ai.timeoutSeconds })
}
