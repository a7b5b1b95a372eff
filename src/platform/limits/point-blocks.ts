import { makeLruCache } from '../lru-cache.ts'
import type { AddRateLimitPoints, RateLimitCounterState } from './counter-state.ts'
import { maxCountersInMemory } from './fixed-window.ts'

/** A block has this part of the limit. With a limit below 2,000, a block would have 1 point, so there are no blocks. */
const partOfLimit = 1000
/** The largest block, in points. */
const maxBlockSize = 100
/** Above this part of the limit, every point is counted singly, so that no point is left over in a process. */
const singlyAbove = 0.9

/**
 * The points that this process has added to a counter in advance. `consumed` is the state of the counter at the last
 * point that was given to a caller, and `left` is the number of points that no caller has yet.
 */
type PointBlock = { consumed: number; left: number; endsAt: number; ms: number }

/** Returns the number of points that a process adds to a counter at once. */
export const getPointBlockSize = (limit: number): number => Math.min(maxBlockSize, Math.floor(limit / partOfLimit))

/**
 * Makes a function that adds points to rate limit counters in blocks, so that most calls need no round trip to Redis.
 * Each process adds a block of 0.1 % of the limit, and then gives its points to callers one by one. When a time window
 * ends, the points that are left over have counted for nobody. So a caller can be refused early, by at most one block
 * for each process.
 * @param add adds points to the shared counter
 */
export function addRateLimitPointsInBlocks(add: AddRateLimitPoints, limit: number): AddRateLimitPoints {
  const blockSize = getPointBlockSize(limit)
  const blocks = makeLruCache<PointBlock>(maxCountersInMemory)
  const waitingForBlock = new Set<string>()

  async function addBlock(key: string, points: number): Promise<RateLimitCounterState> {
    const left = blockSize - points
    waitingForBlock.add(key)
    try {
      const { consumed, msBeforeNext } = await add(key, blockSize)
      const state = { consumed: consumed - left, msBeforeNext }
      if (Number.isFinite(consumed))
        blocks.set(key, { consumed: state.consumed, left, endsAt: Date.now() + msBeforeNext, ms: msBeforeNext })
      return state
    } finally {
      waitingForBlock.delete(key)
    }
  }

  return (key, points) => {
    const block = blocks.get(key)
    const msBeforeNext = block ? block.endsAt - Date.now() : 0
    // If the clock of the machine has been set back, the end of the window is unknown.
    const isCurrent = block !== undefined && msBeforeNext > 0 && msBeforeNext <= block.ms
    if (isCurrent && block.left >= points) {
      block.left -= points
      block.consumed += points
      return { consumed: block.consumed, msBeforeNext }
    }
    const isNearLimit = isCurrent && block.consumed > limit * singlyAbove
    if (isNearLimit || points === 0 || points >= blockSize || waitingForBlock.has(key)) return add(key, points)
    return addBlock(key, points)
  }
}
