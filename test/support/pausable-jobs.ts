import { startScheduledJobs } from '../../src/platform/scheduled-jobs.ts'

let pauses = 0
const running = new Set<Promise<unknown>>()

/** Starts the scheduled jobs of a service, which do not run during `withoutJobs`. */
export const startPausableJobs: typeof startScheduledJobs = (jobs, log) => {
  const makeRun = (run: () => Promise<unknown>) => async () => {
    if (pauses > 0) return
    const started = run()
    running.add(started)
    await started.finally(() => running.delete(started))
  }
  return startScheduledJobs(
    jobs.map((job) => ({ ...job, run: makeRun(job.run) })),
    log,
  )
}

/** Waits until no scheduled job runs, and starts none in any service of this process before the end of `work`. */
export async function withoutJobs<T>(work: () => Promise<T>): Promise<T> {
  pauses++
  try {
    await Promise.allSettled(running)
    return await work()
  } finally {
    pauses--
  }
}
