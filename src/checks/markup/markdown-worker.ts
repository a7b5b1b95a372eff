import { parentPort } from 'node:worker_threads'
import { readMarkdown } from './markdown.ts'

// A program: reads Markdown texts, which can take a second each.
parentPort?.on('message', (source: string) => parentPort!.postMessage(readMarkdown(source)))
