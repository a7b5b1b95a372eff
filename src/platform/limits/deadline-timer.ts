/**
 * Makes one timer for many deadlines, which is faster than many timers.
 * @param onDeadline runs at the earliest deadline and returns the next one
 */
export function makeDeadlineTimer(onDeadline: (now: number) => number | undefined) {
  let timer: NodeJS.Timeout | undefined
  let endsAt = 0

  function onTimeout(): void {
    timer = undefined
    const next = onDeadline(performance.now())
    if (next !== undefined) add(next)
  }

  /** Adds a deadline in milliseconds on the clock of `performance.now`. */
  function add(deadline: number): void {
    if (timer && endsAt <= deadline) return
    clearTimeout(timer)
    endsAt = deadline
    timer = setTimeout(onTimeout, Math.ceil(deadline - performance.now())).unref()
  }

  return { add }
}
