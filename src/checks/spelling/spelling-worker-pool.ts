import { makeWorkerPool } from '../../platform/worker-pool.ts'

/** Finds which words the dictionary does not contain, or suggests spellings for a word. */
export type SpellingJob = { words: readonly string[] } | { suggestFor: string }

/**
 * Runs a job in a worker thread, because nothing can stop a search for suggestions, which takes up to 0.4 s. Returns
 * the unknown words or the suggestions, or undefined if the worker fails or takes too long. The worker, which holds the
 * dictionary, ends after a minute without a job.
 */
export const runSpellingJob = makeWorkerPool<SpellingJob, string[]>({
  file: new URL('./spelling-worker.ts', import.meta.url),
  size: 1,
  timeoutMs: 10_000,
  maxHeapMb: 256,
  idleMs: 60_000,
})
