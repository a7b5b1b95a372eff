import cluster from 'node:cluster'
import type { App } from './app.ts'

/**
 * The maximum time in milliseconds for running requests to end after a stop signal. Orchestrators usually kill the
 * process 30 seconds after this signal.
 */
const graceMs = 25_000
/**
 * The maximum time in milliseconds for `app.close`, which writes pending data and closes the database connections. This
 * time begins when all requests have ended.
 */
const closeMs = 4_000

/** Returns whether `work` ends within `ms` milliseconds. */
async function endsWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, ms, false)
  try {
    return await Promise.race([work.then(() => true), promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Stops the service on SIGTERM or SIGINT. A second signal ends the process immediately.
 * @param close functions that close the servers. The caller may add more later.
 */
export function stopOnSignal(close: readonly ((graceMs: number) => Promise<void>)[], app: App): void {
  let isStopping = false
  async function stop(signal: NodeJS.Signals, number: number): Promise<void> {
    // A worker gets each signal twice: from the terminal and from the primary process.
    if (isStopping && cluster.isWorker) return
    if (isStopping) process.exit(128 + number)
    isStopping = true
    app.services.log.info({ signal }, 'stopping')
    app.stop()
    await Promise.all(close.map((one) => one(graceMs)))
    const isClosed = await endsWithin(closeMs, app.close())
    if (isClosed) app.services.log.info('stopped')
    else app.services.log.warn('stopped before the database had answered all statements')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
