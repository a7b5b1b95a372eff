import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import OpenAI from 'openai'
import type { Config } from '../config.ts'
import { type Model, ModelFailure } from '../model.ts'
import { type Endpoint, makeAsk } from './provider/ask.ts'
import { failureOf } from './provider/failure.ts'

// Ours to mend, or nothing wrong with the provider at all.
const blameless: readonly ModelFailure['reason'][] = ['ai_refused', 'ai_declined', 'ai_too_long', 'ai_stopped']
const isFault = (error: unknown) => !blameless.includes(failureOf(error).reason)

/**
 * Any endpoint that speaks one of OpenAI's interfaces, read as a stream: so its silence is noticed, what has come can be
 * counted, and it can be stopped. The library retries with back-off until an answer begins; after five failures in a row,
 * in the middle of an answer too, the circuit opens for ten seconds, and nothing is asked meanwhile.
 */
function openaiModel(endpoint: Endpoint): Model {
  const ask = makeAsk(endpoint)
  const breaker = circuitBreaker(handleWhen(isFault), { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) })

  /** Whether the provider may be asked; `verdict` then tells how that went. */
  function begins(verdict: Promise<void>): boolean {
    let begun = false
    // One call alone finds out whether a provider that failed is back; no other waits for it.
    if (breaker.state === CircuitState.HalfOpen) return false
    const work = () => {
      begun = true
      return verdict
    }
    breaker.execute(work).catch(() => {})
    return begun
  }

  return {
    name: endpoint.model,
    async *pieces(question) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      if (!begins(promise)) throw new ModelFailure('ai_unavailable', { code: 'circuit_open' }, { unpaid: true })
      const stop = new AbortController()
      try {
        yield* ask(question, stop)
        resolve()
      } catch (error) {
        const late = stop.signal.reason instanceof ModelFailure ? stop.signal.reason : undefined
        const failure = question.signal.aborted ? new ModelFailure('ai_stopped') : failureOf(late ?? error)
        reject(failure)
        throw failure
      } finally {
        reject(new ModelFailure('ai_stopped'))
      }
    },
  }
}

/** The configured model; a base address alone is enough for endpoints that ask for no key. */
export function modelOf({ openai, ai }: Config): Model | undefined {
  const { apiKey, baseUrl: baseURL, model, api } = openai
  const { timeoutSeconds, idleSeconds } = ai
  if (!(apiKey || baseURL)) return undefined
  const timeout = timeoutSeconds * 1000
  const client = new OpenAI({ apiKey: apiKey ?? 'none', baseURL, maxRetries: 2, timeout, logLevel: 'off' })
  return openaiModel({ client, model, api, timeoutSeconds, idleSeconds })
}
