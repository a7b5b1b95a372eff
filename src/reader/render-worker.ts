import { parentPort } from 'node:worker_threads'
import { type PagePart, renderPart } from './render.ts'

// A program: renders parts of pages, whose texts can take seconds.
parentPort?.on('message', (part: PagePart) => parentPort!.postMessage(renderPart(part).text))
