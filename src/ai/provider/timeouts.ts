import { ModelFailure } from '../../platform/language-model.ts'

/**
 * Makes a limiter for the time that a request waits for the provider of the language model. The request is aborted if
 * one call of `wait` takes longer than `silenceMs`, or if all calls together take longer than `totalMs`. The time
 * between two calls does not count, because the provider then waits for a slow client.
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
        leftMs -= performance.now() - startedAt
      }
    },
  }
}
