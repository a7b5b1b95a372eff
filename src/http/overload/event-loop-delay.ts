/** The interval between two measurements of the event loop delay. */
export const eventLoopSampleIntervalMs = 50

/** Measures the delay of the event loop. An incoming request stays unread for about this long. */
export function makeEventLoopDelayMonitor(now: () => number) {
  let sampledAt = now()
  let previousMs = 0
  let latestMs = 0
  const delayAt = (at: number) => Math.max(0, at - sampledAt - eventLoopSampleIntervalMs)
  return {
    /** Measures the delay. Call this every `eventLoopSampleIntervalMs` milliseconds. */
    sample(at: number): void {
      previousMs = latestMs
      latestMs = delayAt(at)
      sampledAt = at
    },
    /** Returns the delay. One late measurement only means one long task. Two in a row mean that work is queued. */
    ms: () => Math.max(Math.min(previousMs, latestMs), Math.min(latestMs, delayAt(now()))),
  }
}
