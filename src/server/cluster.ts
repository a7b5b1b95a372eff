import cluster, { type Address, type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { makeRestartBackoff } from './restart-backoff.ts'

const liveWorkers = () =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined)

/** Makes a cluster of worker processes that share one port. The primary process manages the workers. */
export function makeCluster(size: number, log: Logger) {
  let isStopping = false
  const pauseAfter = makeRestartBackoff()

  /**
   * Starts a worker process. When the worker exits, a new worker replaces it after a pause. If workers exit soon after
   * their start, the pause doubles each time.
   */
  function forkWorker(): Worker {
    const worker = cluster.fork()
    const startedAt = Date.now()
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      const pauseMs = pauseAfter(Date.now() - startedAt)
      log.error({ worker: worker.process.pid, code, signal, pauseMs }, 'a worker process exited and is replaced')
      setTimeout(() => {
        if (!isStopping) forkWorker()
      }, pauseMs)
    })
    return worker
  }

  /**
   * Starts the first worker alone, so that a start error is printed only once. If the worker exits before it listens,
   * the primary process exits with the same code.
   */
  function startFirst(): Promise<number> {
    return new Promise((resolve) => {
      const first = forkWorker()
      const exitWithWorker = (code: number | null) => {
        if (!isStopping) process.exit(code || 1)
      }
      first.once('exit', exitWithWorker)
      first.once('listening', ({ port }: Address) => {
        first.off('exit', exitWithWorker)
        resolve(port)
      })
    })
  }

  async function stop(signal: NodeJS.Signals, number: number): Promise<void> {
    const workers = liveWorkers()
    if (isStopping) {
      for (const worker of workers) worker.process.kill('SIGKILL')
      process.exit(128 + number)
    }
    isStopping = true
    log.info({ signal }, 'stopping')
    const exitCodes = workers.map((worker) => new Promise<number>((resolve) => worker.once('exit', resolve)))
    for (const worker of workers) worker.process.kill('SIGTERM')
    process.exit(Math.max(0, ...(await Promise.all(exitCodes))))
  }

  return {
    /** Starts all workers and returns the port that the workers share. */
    async start(): Promise<number> {
      process.on('SIGTERM', stop)
      process.on('SIGINT', stop)
      const port = await startFirst()
      if (!isStopping) for (let count = 1; count < size; count++) forkWorker()
      return port
    },
  }
}
