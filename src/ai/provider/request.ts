import type { OpenAI } from 'openai'
import { Stream } from 'openai/streaming'
import { type ModelAnswerChunk, ModelFailure, type ModelRequest } from '../../platform/language-model.ts'
import type { ModelAnswerPart, OpenAiApiAdapter } from './adapter.ts'
import {
  findOpenAiFallbackAfterError,
  getChosenOpenAiApiAdapter,
  makeFirstOpenAiApiChoice,
  type OpenAiApiChoice,
} from './fallback.ts'
import { makeProviderTimeLimiter } from './timeouts.ts'

export type ModelEndpoint = {
  client: OpenAI
  model: string
  api: OpenAiApiChoice['api']
  timeoutSeconds: number
  idleSeconds: number
}

/**
 * The service reads at most this many bytes of an answer for each token that the request allows. If an answer is
 * longer, the endpoint does not obey the token limit.
 */
const maxBytesPerToken = 12

/** Reads an answer as a stream of events, or as one JSON document if the endpoint does not stream. */
async function* readAnswer(
  response: Response,
  adapter: OpenAiApiAdapter,
  stop: AbortController,
  client: OpenAI,
): AsyncGenerator<ModelAnswerPart, void> {
  const isWhole = response.headers.get('content-type')?.includes('application/json')
  if (isWhole) return yield adapter.readWhole(await response.json())
  for await (const event of Stream.fromSSEResponse(response, stop, client)) yield adapter.readEvent(event)
}

/**
 * Makes the function `ask`, which streams the endpoint's answer to a request. To end the answer early, the caller of
 * `ask` aborts the parameter `stop`.
 */
export function makeModelAnswerStreamer({ client, model, api, timeoutSeconds, idleSeconds }: ModelEndpoint) {
  // The API and the capabilities of the last successful request. The next request tries these first.
  let lastWorking = makeFirstOpenAiApiChoice(api)

  async function begin(request: ModelRequest, signal: AbortSignal): Promise<[Response, OpenAiApiAdapter]> {
    const tried = new Set<OpenAiApiChoice['api']>()
    for (let choice: OpenAiApiChoice | undefined = lastWorking; ; ) {
      const adapter = getChosenOpenAiApiAdapter(choice)
      tried.add(choice.api)
      try {
        const body = adapter.bodyOf(model, request, choice.capabilities)
        const response = await client.post(adapter.path, { body, signal }).asResponse()
        lastWorking = choice
        return [response, adapter]
      } catch (error) {
        choice = findOpenAiFallbackAfterError(choice, error, tried)
        if (!choice) throw error
      }
    }
  }

  return async function* ask(request: ModelRequest, stop: AbortController): AsyncGenerator<ModelAnswerChunk> {
    const signal = AbortSignal.any([request.signal, stop.signal])
    const timeLimiter = makeProviderTimeLimiter(timeoutSeconds * 1000, stop)
    let failure: ModelAnswerPart['failure']
    let bytes = 0
    try {
      const [response, adapter] = await timeLimiter.wait(() => begin(request, signal))
      const steps = readAnswer(response, adapter, stop, client)
      while (bytes <= request.maxOutputTokens * maxBytesPerToken) {
        const step = await timeLimiter.wait(() => steps.next(), bytes > 0 ? idleSeconds * 1000 : undefined)
        // An aborted stream ends without an error, so it would look like a complete stream.
        signal.throwIfAborted()
        if (step.done) {
          if (failure) throw new ModelFailure(failure)
          return
        }
        const { text = '', tokens } = step.value
        failure ??= step.value.failure
        bytes += Buffer.byteLength(text)
        yield tokens ? { text, tokens } : { text }
      }
      throw new ModelFailure('ai_too_long')
    } finally {
      stop.abort()
    }
  }
}
