import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import { makeWorkerPool } from '../platform/worker-pool.ts'
import type { FrozenBlock } from '../releases/content/outline.ts'
import { renderBlock } from './block-html.ts'
import { Html, html } from './html.ts'
import { renderAuthorText } from './markdown.ts'
import type { QuizResult } from './quiz-html.ts'

/** A part of a page: an author's Markdown, or a block with the address to which a quiz sends the responses. */
export type PagePart = { text: string } | { block: FrozenBlock; action: string; result?: QuizResult | undefined }

/** Renders a part of a page. Some texts take seconds. */
export const renderPart = (part: PagePart): Html =>
  'text' in part ? renderAuthorText(part.text, 'markdown') : renderBlock(part.block, part.action, part.result)

/** Parts with less text are rendered on the event loop, because sending them to a worker would take longer. */
const maxChars = 1000
/** The maximum time for all parts of a page. The rest is shown as it was written. */
const maxPageMs = 10_000

const inWorker = makeWorkerPool<PagePart, string>({
  file: new URL('./render-worker.ts', import.meta.url),
  size: 2,
  timeoutMs: maxPageMs,
  maxHeapMb: 256,
})

/** Shows a part that cannot be rendered. */
function asWritten(part: PagePart): Html {
  const text = 'text' in part ? part.text : part.block.content.text
  return typeof text === 'string' ? html`<p class="plain">${text}</p>` : html`<p>This part cannot be shown.</p>`
}

const isShort = (part: PagePart) => JSON.stringify(part).length <= maxChars

/** Renders the parts of one page, one after another. Other requests are served meanwhile. */
export async function renderParts(parts: readonly PagePart[], maxMs = maxPageMs): Promise<Html[]> {
  const end = performance.now() + maxMs
  const yieldOften = makeYieldToEventLoop()
  const rendered: Html[] = []
  for (const part of parts) {
    await yieldOften()
    if (performance.now() > end) rendered.push(asWritten(part))
    else if (isShort(part)) rendered.push(renderPart(part))
    else {
      const text = await inWorker(part)
      rendered.push(text === undefined ? asWritten(part) : new Html(text))
    }
  }
  return rendered
}
