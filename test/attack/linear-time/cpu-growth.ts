/** How the time of a function grows: `ratio` is how many times as long it takes for an input of double size. */
export type CpuGrowth = { size: number; ms: number; ratio: number }

/** Returns the CPU time of this thread, so that other programs on the machine do not count. */
function cpuMsOf(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Below this time a function is not suspected, whatever its growth: other work of the thread is as long. */
const minMs = 12

/** Calls in a row for the small text take as long as one for the large if the time is linear. */
const smallCalls = 4

/**
 * Compares the CPU times for a text of `4 * size` characters and of `size`. A suspicion is measured again up to four
 * times, and the best times count: a first call is often slow, and a quadratic time stays long.
 */
export function measureCpuGrowth(
  run: (text: string) => unknown,
  make: (size: number) => string,
  { size, limit }: { size: number; limit: number },
): CpuGrowth {
  const [small, large] = [make(size), make(smallCalls * size)]
  const timeLarge = () => cpuMsOf(() => run(large))
  const timeSmall = () =>
    cpuMsOf(() => {
      for (let call = 0; call < smallCalls; call++) run(small)
    })
  let [largeMs, smallMs] = [timeLarge(), Number.POSITIVE_INFINITY]
  // Doubling the size twice multiplies a linear time by four, and a quadratic one by sixteen.
  const ratio = () => Math.sqrt((smallCalls * largeMs) / Math.max(smallMs, 0.5))
  for (let attempt = 0; attempt < 5 && largeMs >= minMs; attempt++) {
    smallMs = Math.min(smallMs, timeSmall())
    if (ratio() < limit) break
    largeMs = Math.min(largeMs, timeLarge())
  }
  return { size: smallCalls * size, ms: largeMs, ratio: largeMs < minMs ? 1 : ratio() }
}
