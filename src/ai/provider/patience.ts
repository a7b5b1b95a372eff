import { ModelFailure } from '../../model.ts'

/**
 * Bounds how long the provider is waited for: `totalMs` in all, and no silence longer than the one that `wait` is told.
 * Time in which a slow client takes what is there is not the provider's.
 */
export function makePatience(totalMs: number, giveUp: AbortController) {
  let leftMs = totalMs
  return {
    async wait<T>(work: () => Promise<T>, silenceMs = totalMs): Promise<T> {
      const startedAt = performance.now()
      const timer = setTimeout(
        () => giveUp.abort(new ModelFailure('ai_timeout', { code: 'silence' })),
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
