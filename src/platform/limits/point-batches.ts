import { makeLruCache } from '../lru-cache.ts'
import type { AddRateLimitPoints, RateLimitCounterState } from './counter-state.ts'
import { maxCountersInMemory } from './fixed-window.ts'

/**
 * The size of a batch is the rate limit divided by this number. If the result is less than 2, points are added without
 * batches.
 */
const partOfLimit = 1000
/** The largest batch, in points. */
const maxBatchSize = 100
/**
 * If more than this fraction of a rate limit is used up, points are added without batches. Near the limit, the unused
 * points of one process could make other processes refuse calls.
 */
const singlyAbove = 0.9

/**
 * A batch of points that this process has added to a counter in advance. `left` is the number of unused points.
 * `consumed` is the number of used points that the last caller received.
 */
type PointBatch = { consumed: number; left: number; endsAt: number; ms: number }

/** Returns the number of points that a process adds to a counter at once. */
export const getPointBatchSize = (limit: number): number => Math.min(maxBatchSize, Math.floor(limit / partOfLimit))

/**
 * Makes a function that adds points in batches, so that most calls need no Redis. A caller can be refused slightly
 * below the limit.
 */
export function makeBatchingPointAdder(add: AddRateLimitPoints, limit: number): AddRateLimitPoints {
  const batchSize = getPointBatchSize(limit)
  const batches = makeLruCache<PointBatch>(maxCountersInMemory)
  const waitingForBatch = new Set<string>()

  async function addBatch(key: string, points: number): Promise<RateLimitCounterState> {
    const left = batchSize - points
    waitingForBatch.add(key)
    try {
      const { consumed, msBeforeNext } = await add(key, batchSize)
      const state = { consumed: consumed - left, msBeforeNext }
      if (Number.isFinite(consumed))
        batches.set(key, { consumed: state.consumed, left, endsAt: Date.now() + msBeforeNext, ms: msBeforeNext })
      return state
    } finally {
      waitingForBatch.delete(key)
    }
  }

  return (key, points) => {
    const batch = batches.get(key)
    const msBeforeNext = batch ? batch.endsAt - Date.now() : 0
    // If the clock of the machine has been set back, the end of the window is unknown, so the batch is not used.
    const isCurrent = batch !== undefined && msBeforeNext > 0 && msBeforeNext <= batch.ms
    if (isCurrent && batch.left >= points) {
      batch.left -= points
      batch.consumed += points
      return { consumed: batch.consumed, msBeforeNext }
    }
    const isNearLimit = isCurrent && batch.consumed > limit * singlyAbove
    if (isNearLimit || points === 0 || points >= batchSize || waitingForBatch.has(key)) return add(key, points)
    return addBatch(key, points)
  }
}
