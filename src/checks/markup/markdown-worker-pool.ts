import { makeWorkerPool } from '../../platform/worker-pool.ts'
import type { UnparsedMarkdown } from './markdown.ts'
import type { ParsedMarkup } from './markup.ts'

/**
 * Parses a Markdown text in a worker thread, because a long text takes up to a second. Returns undefined if the worker
 * fails or takes too long.
 */
export const parseMarkdownInWorker = makeWorkerPool<UnparsedMarkdown, ParsedMarkup>({
  file: new URL('./markdown-worker.ts', import.meta.url),
  size: 1,
  timeoutMs: 30_000,
  maxHeapMb: 256,
})
