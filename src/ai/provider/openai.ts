import { ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import OpenAI from 'openai'
import type { Config } from '../../platform/config.ts'
import { type LanguageModel, ModelFailure } from '../../platform/language-model.ts'
import { convertToModelFailure } from './failure.ts'
import { type ModelEndpoint, makeModelAnswerStreamer } from './request.ts'
import { getMaxResponseBytes, makeFetchWithSizeLimit } from './response-size.ts'

// Reasons for failures that the provider did not cause. The circuit breaker does not count these failures.
const notProviderFaults: readonly ModelFailure['reason'][] = ['ai_refused', 'ai_declined', 'ai_too_long', 'ai_stopped']
const isProviderFault = (error: unknown) => !notProviderFaults.includes(convertToModelFailure(error).reason)

/**
 * Makes a language model that uses one of OpenAI's APIs. Streams every answer, because only a stream can be stopped
 * early.
 */
function openaiModel(endpoint: ModelEndpoint): LanguageModel {
  const ask = makeModelAnswerStreamer(endpoint)
  // After five failures in a row, all calls fail for ten seconds. Then one trial call tests the provider.
  const breaker = circuitBreaker(handleWhen(isProviderFault), {
    halfOpenAfter: 10_000,
    breaker: new ConsecutiveBreaker(5),
  })

  /**
   * Returns whether the circuit breaker allows a call. The promise `outcome` later tells the circuit breaker whether
   * the call has failed.
   */
  function beginCall(outcome: Promise<void>): boolean {
    let isAllowed = false
    const work = () => {
      isAllowed = true
      return outcome
    }
    // While the circuit is open or a trial call runs, `execute` does not call `work` at once, so the call is not allowed.
    breaker.execute(work).catch(() => {})
    return isAllowed
  }

  return {
    name: endpoint.model,
    async *stream(request) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      if (!beginCall(promise)) throw new ModelFailure('ai_unavailable', { code: 'circuit_open' }, { isUnbilled: true })
      const stop = new AbortController()
      try {
        yield* ask(request, stop)
        resolve()
      } catch (error) {
        const timeout = stop.signal.reason instanceof ModelFailure ? stop.signal.reason : undefined
        const failure = request.signal.aborted
          ? new ModelFailure('ai_stopped')
          : convertToModelFailure(timeout ?? error)
        reject(failure)
        throw failure
      } finally {
        reject(new ModelFailure('ai_stopped'))
      }
    },
  }
}

/**
 * Returns the configured language model. Returns undefined if neither an API key nor a base URL is configured. Some
 * endpoints need only a base URL.
 */
export function makeConfiguredLanguageModel({ openai, ai }: Config): LanguageModel | undefined {
  const { apiKey, baseUrl: baseURL, model, api } = openai
  const { timeoutSeconds, idleSeconds } = ai
  if (!(apiKey || baseURL)) return undefined
  const timeout = timeoutSeconds * 1000
  const fetch = makeFetchWithSizeLimit(getMaxResponseBytes(ai.maxOutputTokens))
  const client = new OpenAI({ apiKey: apiKey ?? 'none', baseURL, maxRetries: 2, timeout, logLevel: 'off', fetch })
  return openaiModel({ client, model, api, timeoutSeconds, idleSeconds })
}
