import { lazy, Suspense } from 'react'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import style from '../../block-content/Content.module.css'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import { type BlockContent, getStringProperty } from '../../block-content/content.ts'

const load = makeLoaderThatWaitsForService(() =>
  import('../../markdown/Markdown.tsx').then(({ MarkdownOrHtml }) => ({ default: MarkdownOrHtml })),
)
const MarkdownOrHtml = lazy(load)
// The Markdown parser is loaded at once, so that the reader does not see the Markdown source first.
void load().catch(() => {})

/** Shows the text of a block, which is Markdown, HTML or plain text. */
export function TextView({ content }: { content: BlockContent }) {
  const text = getStringProperty(content, 'text')
  const format = getStringProperty(content, 'format') || 'markdown'
  if (text.trim() === '') return <ContentPlaceholder>This text is still empty.</ContentPlaceholder>
  const plain = (
    <p className={style.plain} dir="auto">
      {text}
    </p>
  )
  if (format === 'plain') return plain
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <MarkdownOrHtml text={text} format={format} />
      </Suspense>
    </ErrorBoundary>
  )
}
