/**
 * If indexing a batch takes less than `shortMs`, the next batch is larger; if indexing takes more than `longMs`, the
 * next batch is smaller.
 */
const shortMs = 40
const longMs = 120
const maxBatchSize = 500

/** The number of changes in the first indexing batch: only a few, because each change can be a text of 100 KB. */
export const firstIndexingBatchSize = 4

/**
 * Returns the number of changes in the next indexing batch, after a batch of `size` changes took `tookMs` milliseconds.
 */
export function computeNextIndexingBatchSize(size: number, tookMs: number): number {
  if (tookMs < shortMs) return Math.min(2 * size, maxBatchSize)
  if (tookMs > longMs) return Math.max(Math.floor(size / 4), 1)
  return size
}

/**
 * Makes the function that returns the size of the next batch after a batch of `size` changes took `tookMs` milliseconds. What
 * every batch takes, however small it is, does not count: on a cluster it is tens of milliseconds.
 */
export function makeIndexingBatchSizer(): (size: number, tookMs: number) => number {
  let shortestMs = Number.POSITIVE_INFINITY
  return (size, tookMs) => {
    shortestMs = Math.min(shortestMs, tookMs)
    return computeNextIndexingBatchSize(size, tookMs - shortestMs)
  }
}
