import { makeWorkerPool } from '../../platform/worker-pool.ts'
import type { Markup } from './markup.ts'

/** Reads a Markdown text in a worker, because a long text takes up to a second. Returns undefined if that fails. */
export const readMarkdownInWorker = makeWorkerPool<string, Markup>({
  file: new URL('./markdown-worker.ts', import.meta.url),
  size: 1,
  timeoutMs: 30_000,
  maxHeapMb: 256,
})
