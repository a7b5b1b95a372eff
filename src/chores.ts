import type { Logger } from 'pino'

/** Work that nobody waits for, done again and again until the service stops. */
export type Chore = { name: string; everyMs: number; run: () => Promise<unknown> }

/** Starts chores; gives the way to stop them. A chore that fails is logged and tried again at its time. */
export function startChores(chores: readonly Chore[], log: Logger): () => void {
  const timers = chores.map(({ name, everyMs, run }) =>
    setInterval(() => {
      run().catch((error: unknown) => log.warn({ err: error, chore: name }, 'a chore failed'))
    }, everyMs).unref(),
  )
  return () => timers.forEach(clearInterval)
}
