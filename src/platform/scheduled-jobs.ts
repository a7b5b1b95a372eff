import type { Logger } from 'pino'

/** A job that runs at a regular interval until the service stops. */
export type ScheduledJob = { name: string; everyMs: number; run: () => Promise<unknown> }

/**
 * Starts the scheduled jobs, and returns a function that stops all of them. If a job fails, the error is logged, and
 * the job starts again after the usual interval.
 */
export function startScheduledJobs(jobs: readonly ScheduledJob[], log: Logger): () => void {
  const timers = jobs.map(({ name, everyMs, run }) =>
    setInterval(() => {
      run().catch((error: unknown) => log.warn({ err: error, chore: name }, 'a scheduled job failed'))
    }, everyMs).unref(),
  )
  return () => timers.forEach(clearInterval)
}
