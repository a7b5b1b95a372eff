import { Suspense } from 'react'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { makeLazyComponent } from '../../../ui/lazy-component.tsx'
import style from '../../block-content/Content.module.css'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import { type BlockContent, getStringProperty } from '../../block-content/content.ts'
import { loadMarkdown } from '../../markdown/load-markdown.ts'

const MarkdownOrHtml = makeLazyComponent(loadMarkdown, (code) => code.MarkdownOrHtml)

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
