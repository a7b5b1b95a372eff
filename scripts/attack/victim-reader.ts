import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Answer, send } from './requests.ts'

export type VictimReaderOptions = { url: string; key: string; intervalMs: number }
/** Without texts, which nobody reads. */
export type VictimRead = Pick<Answer, 'status' | 'ms'>

// Runs as a worker thread, so that the attack does not delay the victim's clock. It reads until it gets a message.
const { url, key, intervalMs } = workerData as VictimReaderOptions
const reads: Promise<VictimRead>[] = []
let isOver = false
parentPort!.once('message', () => {
  isOver = true
})
for (; !isOver; await wait(intervalMs))
  reads.push(send({ url }, { path: '/api/v1/courses', key }).then(({ status, ms }) => ({ status, ms })))
parentPort!.postMessage(await Promise.all(reads))
