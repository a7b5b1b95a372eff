import { setTimeout as wait } from 'node:timers/promises'
import { type AttackResult, countEach, seconds } from './attack.ts'
import { compareWrites, startWriters } from './writers.ts'

/** How a server that the service depends on fails, and how soon the service must be back after that. */
export type Fault = { name: string; maxBackSeconds: number; happen(): Promise<void> }

const maxRequestMs = 15_000

type Options = {
  /** The server that fails, for the table. */
  server: string
  service: { url: string; key: string }
  /** Statuses that the writers may get. */
  allowed: readonly number[]
  /** Deletes the courses of the last fault. */
  clear(): Promise<unknown>
  /** The names of all courses in the database. */
  readNames(): Promise<string[]>
}

/** Has a fault happen while 24 writers write, and compares what they were told with what is in the database. */
export async function tryFault(
  { name, maxBackSeconds, happen }: Fault,
  { server, service, allowed, clear, readNames }: Options,
): Promise<AttackResult> {
  await clear()
  const { answers, stop } = startWriters(service.url, service.key)
  let backAt = 0
  try {
    await wait(2000)
    await happen()
    backAt = performance.now()
    while (performance.now() - backAt < (maxBackSeconds + 2) * 1000) {
      await wait(200)
      if (answers.some(({ status, from }) => status === 201 && from >= backAt)) break
    }
    await wait(1000)
  } finally {
    await stop()
  }
  const seen = compareWrites(answers, await readNames(), backAt)
  const { acknowledged, lost, repeated, refusedButDone, unknown, statuses, longestMs, backMs } = seen
  return {
    attack: `${server} under 24 writers: ${name}`,
    expected: `back within ${maxBackSeconds} s; requests end within 15 s; nothing lost, nothing twice`,
    seen: `back after ${seconds(backMs)}; longest request ${seconds(longestMs)}; ${lost} of ${acknowledged} lost, ${repeated} twice, ${refusedButDone} refused but done, ${unknown} unknown; ${countEach(statuses)}`,
    ok:
      backMs <= maxBackSeconds * 1000 &&
      longestMs <= maxRequestMs &&
      lost + repeated + refusedButDone === 0 &&
      acknowledged > 0 &&
      statuses.every((status) => allowed.includes(status)),
  }
}
