import { makeWorkerPool } from '../../platform/worker-pool.ts'

/**
 * A job of the spelling worker: find the words that the dictionary does not contain, or suggest spellings for a word.
 */
export type SpellingJob = { words: readonly string[] } | { suggestFor: string }

/**
 * Runs a job in a worker thread, because a search for suggestions takes up to 0.4 s and cannot be interrupted. Returns
 * the unknown words or the suggestions, or undefined if the worker fails or takes too long. The worker has the
 * dictionary in memory. It ends after a minute without a job.
 */
export const runSpellingJob = makeWorkerPool<SpellingJob, string[]>({
  file: new URL('./spelling-worker.ts', import.meta.url),
  size: 1,
  timeoutMs: 10_000,
  maxHeapMb: 256,
  idleMs: 60_000,
})
