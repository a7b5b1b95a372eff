import cluster, { type Address, type Worker } from 'node:cluster'
import type { Logger } from 'pino'

const firstPauseMs = 100
const longestPauseMs = 30_000
/** A process that has lived for so long did not end because it cannot start. */
const soundAfterMs = 60_000

const up = () => Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined)

/** Several processes that serve one address, led by this one, which serves nobody. */
export function makeFleet(size: number, log: Logger) {
  let stopping = false
  let ends = 0

  /** Starts a process, and another when it ends: soon the first time, then later and later. */
  function keepUp(): Worker {
    const worker = cluster.fork()
    const startedAt = Date.now()
    worker.once('exit', (code, signal) => {
      if (stopping) return
      if (Date.now() - startedAt > soundAfterMs) ends = 0
      const pauseMs = Math.min(firstPauseMs * 2 ** ends++, longestPauseMs)
      log.error({ worker: worker.process.pid, code, signal, pauseMs }, 'a process ended; another takes its place')
      setTimeout(() => {
        if (!stopping) keepUp()
      }, pauseMs)
    })
    return worker
  }

  /** The first one alone, so that what keeps it from starting is told once; its exit code then ends this process. */
  function startFirst(): Promise<number> {
    return new Promise((resolve) => {
      const first = keepUp()
      const isLost = (code: number | null) => process.exit(code || 1)
      first.once('exit', isLost)
      first.once('listening', ({ port }: Address) => {
        first.off('exit', isLost)
        resolve(port)
      })
    })
  }

  async function stop(signal: NodeJS.Signals, number: number): Promise<void> {
    const workers = up()
    if (stopping) {
      for (const worker of workers) worker.process.kill('SIGKILL')
      process.exit(128 + number)
    }
    stopping = true
    log.info({ signal }, 'stopping')
    const ended = workers.map((worker) => new Promise<number>((resolve) => worker.once('exit', resolve)))
    for (const worker of workers) worker.process.kill('SIGTERM')
    process.exit(Math.max(0, ...(await Promise.all(ended))))
  }

  return {
    /** Starts all; gives the port that they listen on. */
    async start(): Promise<number> {
      process.on('SIGTERM', stop)
      process.on('SIGINT', stop)
      const port = await startFirst()
      for (let count = 1; count < size; count++) keepUp()
      return port
    },
  }
}
