import type { Logger } from 'pino'

/** A job that runs at a regular interval until the service stops. */
export type ScheduledJob = { name: string; everyMs: number; run: () => Promise<unknown> }

/**
 * Starts the jobs and returns a function that stops them. If a job fails, the error is logged and the job runs again at
 * its next time.
 */
export function startScheduledJobs(jobs: readonly ScheduledJob[], log: Logger): () => void {
  const timers = jobs.map(({ name, everyMs, run }) =>
    setInterval(() => {
      run().catch((error: unknown) => log.warn({ err: error, chore: name }, 'a scheduled job failed'))
    }, everyMs).unref(),
  )
  return () => timers.forEach(clearInterval)
}
