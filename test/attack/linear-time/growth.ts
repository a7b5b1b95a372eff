/** Below this, a time says more about the machine than about the function. */
const minMs = 4
/** How long a ratio that is too large is measured again: others may use the machine for a while. */
const maxTotalMs = 15_000

function timeOf(run: () => unknown): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

const bestOfTwo = (run: () => unknown) => Math.min(timeOf(run), timeOf(run))

/** How a function's time grows: `ratio` is how many times as long an input of double size takes. */
export type Growth = { size: number; ms: number; ratio: number }

/** Calls in a row for the small input take as long as one for the large: a busy machine then interrupts both alike. */
const smallCalls = 4

function runInARow(run: () => unknown): void {
  for (let call = 0; call < smallCalls; call++) run()
}

/**
 * Doubles the size of an input up to `maxSize`, until a call takes 4 ms. Then compares the best times for that size and for
 * a quarter of it: the best of two calls, and of more until their ratio is under `limit`, for 15 s at most. A call that
 * is shorter than 4 ms even for `maxSize` is not timed: its time cannot grow with the square of the size.
 */
export function measureGrowth<Input>(
  run: (input: Input) => unknown,
  make: (size: number) => Input,
  { maxSize, limit }: { maxSize: number; limit: number },
): Growth {
  let size = 4096
  let long = make(size)
  let longMs = bestOfTwo(() => run(long))
  while (longMs < minMs) {
    if (size * 2 > maxSize) return { size, ms: longMs, ratio: 1 }
    size *= 2
    long = make(size)
    longMs = bestOfTwo(() => run(long))
  }
  const short = make(size / 4)
  const runShort = () => runInARow(() => run(short))
  const runLong = () => run(long)
  let shortMs = bestOfTwo(runShort)
  const ratio = () => Math.sqrt((longMs * smallCalls) / shortMs)
  const endsAt = performance.now() + maxTotalMs
  while (ratio() >= limit && performance.now() < endsAt) {
    longMs = Math.min(longMs, timeOf(runLong))
    shortMs = Math.min(shortMs, timeOf(runShort))
  }
  return { size, ms: longMs, ratio: ratio() }
}
