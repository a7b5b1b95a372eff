import { makeWorkerPool } from '../../platform/worker-pool.ts'

/**
 * A job of the spelling worker: find the words that the dictionary does not contain, or suggest spellings for a word.
 */
export type SpellingJob = { words: readonly string[] } | { suggestFor: string }

/**
 * Runs a spelling job in a worker thread, because suggestions can take 0.4 s. Returns words, or undefined after a
 * failure or timeout.
 */
export const runSpellingJob = makeWorkerPool<SpellingJob, string[]>({
  file: new URL('./spelling-worker.ts', import.meta.url),
  size: 1,
  timeoutMs: 10_000,
  maxHeapMb: 256,
  idleMs: 60_000,
})
