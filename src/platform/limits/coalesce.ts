import type { AddRateLimitPoints, RateLimitCounterState } from './counter-state.ts'

type PendingCount = { points: number; resolve(count: RateLimitCounterState): void; reject(error: unknown): void }

/**
 * Makes a function that combines concurrent calls for one counter (`key`), to save round trips to Redis. Each caller
 * gets its own count.
 */
export function makeCoalescingPointAdder(step: AddRateLimitPoints): AddRateLimitPoints {
  const pendingByKey = new Map<string, PendingCount[]>()

  async function countBatch(key: string, batch: PendingCount[]): Promise<void> {
    const total = batch.reduce((sum, { points }) => sum + points, 0)
    try {
      const { consumed, msBeforeNext } = await step(key, total)
      let consumedSoFar = consumed - total
      for (const { points, resolve } of batch) {
        consumedSoFar += points
        resolve({ consumed: consumedSoFar, msBeforeNext })
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    const next = pendingByKey.get(key)!
    if (next.length === 0) return void pendingByKey.delete(key)
    pendingByKey.set(key, [])
    void countBatch(key, next)
  }

  return (key, points) =>
    new Promise((resolve, reject) => {
      const request = { points, resolve, reject }
      const waiting = pendingByKey.get(key)
      if (waiting) return void waiting.push(request)
      pendingByKey.set(key, [request])
      /** All calls with the same key in this turn of the event loop become one call of `step`. */
      setImmediate(() => {
        const asks = pendingByKey.get(key)!
        pendingByKey.set(key, [])
        void countBatch(key, asks)
      })
    })
}
