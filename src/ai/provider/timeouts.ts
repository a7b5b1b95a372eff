import { ModelFailure } from '../../platform/language-model.ts'

/**
 * Makes a time limiter for a request to the provider. One call of `wait` may take at most `silenceMs` milliseconds. All
 * calls together may take at most `totalMs` milliseconds.
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
        // The time between two calls of `wait` does not count. In this time, the provider waits for a slow client.
        leftMs -= performance.now() - startedAt
      }
    },
  }
}
