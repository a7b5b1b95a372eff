import { Worker } from 'node:worker_threads'

type Options = {
  /** The program of a worker. It answers each message with one message. */
  file: URL
  /** The maximum number of workers, which start when they are needed. */
  size: number
  /** The maximum time for one job. */
  timeoutMs: number
  /** The maximum heap of a worker. */
  maxHeapMb: number
}

type Job<Input, Output> = { input: Input; done(output: Output | undefined): void }

/**
 * Makes a function that runs slow work on texts of users in threads of their own, so that the event loop stays free. The
 * result is undefined if the work fails, takes too long, or needs too much memory. Callers limit how many jobs wait.
 */
export function makeWorkerPool<Input, Output>({ file, size, timeoutMs, maxHeapMb }: Options) {
  const queue: Job<Input, Output>[] = []
  const idle: PoolWorker[] = []
  let started = 0

  type PoolWorker = { worker: Worker; onEnd(output: Output | undefined, isUsable: boolean): void }

  function start(): PoolWorker {
    started++
    const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
    const one: PoolWorker = { worker, onEnd: () => {} }
    worker.unref()
    worker.on('message', (output: Output) => one.onEnd(output, true))
    worker.on('error', () => one.onEnd(undefined, false))
    worker.on('exit', () => {
      const at = idle.indexOf(one)
      if (at >= 0) {
        idle.splice(at, 1)
        started--
      }
      one.onEnd(undefined, false)
    })
    return one
  }

  function runOn(one: PoolWorker, { input, done }: Job<Input, Output>): void {
    const timer = setTimeout(() => one.onEnd(undefined, false), timeoutMs)
    one.onEnd = (output, isUsable) => {
      clearTimeout(timer)
      one.onEnd = () => {}
      if (isUsable) idle.push(one)
      else {
        started--
        void one.worker.terminate()
      }
      done(output)
      runNext()
    }
    one.worker.postMessage(input)
  }

  function runNext(): void {
    while (queue.length > 0 && (idle.length > 0 || started < size)) runOn(idle.pop() ?? start(), queue.shift()!)
  }

  return (input: Input): Promise<Output | undefined> =>
    new Promise((done) => {
      queue.push({ input, done })
      runNext()
    })
}
