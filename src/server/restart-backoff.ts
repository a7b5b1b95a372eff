const minPauseMs = 100
const maxPauseMs = 30_000
/** If a worker process ran for longer than this many milliseconds, the pause after its exit is `minPauseMs` again. */
const stableAfterMs = 60_000

/**
 * Makes a function that returns how many milliseconds the service waits before it replaces an exited worker process.
 * @param livedMs how long the exited worker ran
 */
export function makeRestartBackoff(): (livedMs: number) => number {
  let exits = 0
  return (livedMs) => {
    if (livedMs > stableAfterMs) exits = 0
    return Math.min(minPauseMs * 2 ** exits++, maxPauseMs)
  }
}
