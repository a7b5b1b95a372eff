import { parentPort } from 'node:worker_threads'
import { parseMarkdown, type UnparsedMarkdown } from './markdown.ts'

// The program of a worker thread. It parses the Markdown texts that it receives. Parsing one text can take a second.
parentPort?.on('message', (text: UnparsedMarkdown) => parentPort!.postMessage(parseMarkdown(text)))
