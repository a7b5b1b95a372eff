import type { Logger } from 'pino'

/** A job that runs at a regular interval until the service stops. */
export type ScheduledJob = { name: string; everyMs: number; run: () => Promise<unknown> }

/**
 * Makes a function that runs a job, and logs its error. A run is skipped if the previous run has not ended, for example
 * because the database is slow.
 */
function makeJobRunner({ name, run }: ScheduledJob, log: Logger): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await run()
    } catch (error) {
      log.warn({ err: error, job: name }, 'a scheduled job failed')
    } finally {
      isRunning = false
    }
  }
}

/**
 * Starts the scheduled jobs, and returns a function that stops all of them. If a job fails, the error is logged, and
 * the job runs again after its interval.
 */
export function startScheduledJobs(jobs: readonly ScheduledJob[], log: Logger): () => void {
  const timers = jobs.map((job) => setInterval(makeJobRunner(job, log), job.everyMs).unref())
  return () => timers.forEach(clearInterval)
}
