/**
 * Makes one timer for many deadlines, which is faster than a timer for each. The timer does not keep the process
 * running.
 * @param onDeadline is called when the earliest deadline has come. It returns the next deadline, if there is one
 */
export function makeDeadlineTimer(onDeadline: (now: number) => number | undefined) {
  let timer: NodeJS.Timeout | undefined
  let endsAt = 0

  function onTimeout(): void {
    timer = undefined
    const next = onDeadline(performance.now())
    if (next !== undefined) add(next)
  }

  /** Adds a deadline: a time as `performance.now` returns it. */
  function add(deadline: number): void {
    if (timer && endsAt <= deadline) return
    clearTimeout(timer)
    endsAt = deadline
    timer = setTimeout(onTimeout, Math.ceil(deadline - performance.now())).unref()
  }

  return { add }
}
