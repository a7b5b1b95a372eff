/** The interval between two measurements of the event loop delay, in milliseconds. */
export const eventLoopSampleIntervalMs = 50

/** Makes a monitor of the event loop delay. An incoming request waits about this long until Node reads it. */
export function makeEventLoopDelayMonitor(now: () => number) {
  let sampledAt = now()
  let previousMs = 0
  let latestMs = 0
  const delayAt = (at: number) => Math.max(0, at - sampledAt - eventLoopSampleIntervalMs)
  return {
    /** Measures the event loop delay. Call this function every `eventLoopSampleIntervalMs` milliseconds. */
    sample(at: number): void {
      previousMs = latestMs
      latestMs = delayAt(at)
      sampledAt = at
    },
    /**
     * Returns the event loop delay in milliseconds: the lower of two successive measurements, because one measurement
     * may come from a single long task.
     */
    ms: () => Math.max(Math.min(previousMs, latestMs), Math.min(latestMs, delayAt(now()))),
  }
}
