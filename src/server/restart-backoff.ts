const minPauseMs = 100
const maxPauseMs = 30_000
/** If a worker process ran for longer than this many milliseconds, its exit does not count as a failed start. */
const stableAfterMs = 60_000

/**
 * Makes a function that computes the pause before an exited worker process is replaced, in milliseconds.
 * @param livedMs how long the exited worker ran
 */
export function makeRestartBackoff(): (livedMs: number) => number {
  let exits = 0
  return (livedMs) => {
    if (livedMs > stableAfterMs) exits = 0
    return Math.min(minPauseMs * 2 ** exits++, maxPauseMs)
  }
}
