import { Worker } from 'node:worker_threads'

type Options = {
  /** The module that a worker thread runs. It replies to each message with one message. */
  file: URL
  /** The maximum number of workers. A worker starts only when a job needs it. */
  size: number
  /** The maximum time for one job. */
  timeoutMs: number
  /** The maximum heap of a worker. */
  maxHeapMb: number
}

type Job<Input, Output> = { input: Input; done(output: Output | undefined): void }

/**
 * Returns a function that runs a job in a worker thread. A job that fails or exceeds a limit returns undefined. Callers
 * must limit the number of waiting jobs.
 */
export function makeWorkerPool<Input, Output>({ file, size, timeoutMs, maxHeapMb }: Options) {
  const queue: Job<Input, Output>[] = []
  const idle: Worker[] = []
  /**
   * For each busy worker, the function that ends its job. If `isUsable` is false, the function also terminates the
   * worker.
   */
  const endings = new Map<Worker, (output: Output | undefined, isUsable: boolean) => void>()
  let started = 0

  function start(): Worker {
    started++
    const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
    const end = (output: Output | undefined, isUsable: boolean) => endings.get(worker)?.(output, isUsable)
    worker.on('message', (output: Output) => end(output, true))
    worker.on('error', () => end(undefined, false))
    worker.on('exit', () => {
      if (idle.includes(worker)) {
        idle.splice(idle.indexOf(worker), 1)
        started--
      }
      end(undefined, false)
    })
    // A worker must not keep the process running. A new message listener undoes `unref`, so `unref` comes last.
    worker.unref()
    return worker
  }

  function runOn(worker: Worker, { input, done }: Job<Input, Output>): void {
    const timer = setTimeout(() => endings.get(worker)?.(undefined, false), timeoutMs)
    endings.set(worker, (output, isUsable) => {
      clearTimeout(timer)
      endings.delete(worker)
      if (isUsable) idle.push(worker)
      else {
        started--
        void worker.terminate()
      }
      done(output)
      runNext()
    })
    worker.postMessage(input)
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
