import { Worker } from 'node:worker_threads'

type Options = {
  /** The module that a worker thread runs. It replies to each message with one message. */
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
 * Makes a function that runs a slow job, such as parsing a long text, in a worker thread, so that the event loop of the
 * service stays free. The function returns undefined if the job fails, takes too long, or needs too much memory. The
 * pool does not limit its queue: the callers must limit how many jobs wait.
 */
export function makeWorkerPool<Input, Output>({ file, size, timeoutMs, maxHeapMb }: Options) {
  const queue: Job<Input, Output>[] = []
  const idle: Worker[] = []
  /**
   * For each busy worker, the function that the pool calls when the worker's job ends. `isUsable` is false if the
   * worker must be terminated.
   */
  const endings = new Map<Worker, (output: Output | undefined, isUsable: boolean) => void>()
  let started = 0

  function start(): Worker {
    started++
    const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
    const end = (output: Output | undefined, isUsable: boolean) => endings.get(worker)?.(output, isUsable)
    worker.unref()
    worker.on('message', (output: Output) => end(output, true))
    worker.on('error', () => end(undefined, false))
    worker.on('exit', () => {
      const at = idle.indexOf(worker)
      if (at >= 0) {
        idle.splice(at, 1)
        started--
      }
      end(undefined, false)
    })
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
