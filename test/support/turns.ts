import { setImmediate as turn } from 'node:timers/promises'

const limitNs = 20_000_000_000n

/** Waits, one turn of the event loop after the other, until `check` holds. Fake timers stand still meanwhile. */
export async function untilTrue(check: () => boolean): Promise<void> {
  const since = process.hrtime.bigint()
  while (!check()) {
    if (process.hrtime.bigint() - since > limitNs) throw new Error(`It did not happen: ${check}`)
    await turn()
  }
}
