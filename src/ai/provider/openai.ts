import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import OpenAI from 'openai'
import type { Config } from '../../platform/config.ts'
import { type LanguageModel, ModelFailure } from '../../platform/language-model.ts'
import { convertToModelFailure } from './failure.ts'
import { type ModelEndpoint, makeModelAnswerStreamer } from './request.ts'
import { getMaxResponseBytes, makeFetchWithSizeLimit } from './response-size.ts'

// Failures that the circuit breaker does not count. The configuration, the request or the client caused them, and not
// the provider.
const notProviderFaults: readonly ModelFailure['reason'][] = ['ai_refused', 'ai_declined', 'ai_too_long', 'ai_stopped']
const isProviderFault = (error: unknown) => !notProviderFaults.includes(convertToModelFailure(error).reason)

/**
 * Makes a language model that uses one of OpenAI's APIs. All answers are streamed, because only a stream can be stopped
 * early, counted in part, and checked for stalls.
 *
 * After five failures in a row, the circuit breaker opens: all calls fail immediately for ten seconds. Then one trial
 * call shows whether the provider works again.
 */
function openaiModel(endpoint: ModelEndpoint): LanguageModel {
  const ask = makeModelAnswerStreamer(endpoint)
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
    // In the state `HalfOpen`, one trial call is running. Other calls fail at once, because the circuit breaker would
    // make them wait for the result of the trial call.
    if (breaker.state === CircuitState.HalfOpen) return false
    const work = () => {
      isAllowed = true
      return outcome
    }
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
 * Returns the configured language model. If no API key is configured, a base URL is enough, because some endpoints need
 * no key. If both are missing, returns undefined.
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
