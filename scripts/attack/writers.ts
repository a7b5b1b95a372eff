import { setTimeout as wait } from 'node:timers/promises'

const writerCount = 24
const pauseMs = 25
/** Longer than any request may take. */
const timeoutMs = 40_000

type WriteAnswer = { name: string; status: number; reason: string | undefined; from: number; to: number }

/** Starts 24 writers. Each creates one course after the other, with a name of its own, and records the answers. */
export function startWriters(url: string, key: string) {
  const answers: WriteAnswer[] = []
  let isOver = false

  async function write(name: string): Promise<void> {
    const from = performance.now()
    const init = {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
      signal: AbortSignal.timeout(timeoutMs),
    }
    const [status, reason] = await fetch(`${url}/api/v1/courses`, init)
      .then(async (response) => {
        const body = (await response.json()) as { error?: { details: { reason?: string } } }
        return [response.status, body.error?.details.reason] as const
      })
      .catch((error: Error) => [0, error.name] as const)
    answers.push({ name, status, reason, from, to: performance.now() })
  }

  async function writeInTurn(writer: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      await write(`${writer}-${turn}`)
      await wait(pauseMs)
    }
  }

  const all = Array.from({ length: writerCount }, (_, writer) => writeInTurn(writer))
  return {
    answers,
    stop: async () => {
      isOver = true
      await Promise.all(all)
    },
  }
}

/**
 * Compares the answers of the writers with the names in the database. `backAt` is when the fault ended, in the time of
 * `performance.now()`.
 */
export function compareWrites(answers: readonly WriteAnswer[], written: readonly string[], backAt: number) {
  const counts = new Map<string, number>()
  for (const name of written) counts.set(name, (counts.get(name) ?? 0) + 1)
  const acknowledged = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status, reason }) => status >= 400 && reason !== 'outcome_unknown')
  const firstBack = acknowledged.filter(({ from }) => from >= backAt).sort((a, b) => a.to - b.to)[0]
  return {
    acknowledged: acknowledged.length,
    /** Acknowledged, but not in the database. */
    lost: acknowledged.filter(({ name }) => !counts.has(name)).length,
    /** In the database more than once. */
    repeated: [...counts.values()].filter((count) => count > 1).length,
    /** Refused as not done, but in the database. */
    refusedButDone: refused.filter(({ name }) => counts.has(name)).length,
    /** Answered with the reason `outcome_unknown`. */
    unknown: answers.filter(({ reason }) => reason === 'outcome_unknown').length,
    statuses: answers.map(({ status }) => status),
    longestMs: Math.max(...answers.map(({ from, to }) => to - from)),
    /** From the end of the fault to the first acknowledged write that was sent after it. */
    backMs: firstBack ? firstBack.to - backAt : Number.POSITIVE_INFINITY,
  }
}
