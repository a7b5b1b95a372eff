import { ModelFailure } from '../../platform/language-model.ts'

/**
 * Makes a time limiter for a request to the provider: `silenceMs` for each call of `wait`, and `totalMs` for all calls
 * together.
 */
export function makeProviderTimeLimiter(totalMs: number, abortController: AbortController) {
  let leftMs = totalMs
  return {
    async wait<T>(work: () => Promise<T>, silenceMs = totalMs): Promise<T> {
      const startedAt = performance.now()
      const timer = setTimeout(
        () => abortController.abort(new ModelFailure('ai_timeout', { code: 'silence' })),
        Math.max(0, Math.min(leftMs, silenceMs)),
      )
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        // The time between two calls does not count, because the provider then waits for a slow client.
        leftMs -= performance.now() - startedAt
      }
    },
  }
}
