import { lazy, Suspense } from 'react'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import style from '../../markdown/Markdown.module.css'

const QuestionMarkdown = lazy(
  makeLoaderThatWaitsForService(() =>
    import('../../markdown/Markdown.tsx').then(({ QuestionMarkdown }) => ({ default: QuestionMarkdown })),
  ),
)

/**
 * Shows the Markdown of a quiz question, an answer, feedback or an explanation, and the plain text until the Markdown
 * parser is loaded. With `isInline`, the text is on one line and has no links.
 */
export function LazyQuestionMarkdown({ text, isInline }: { text: string; isInline?: boolean }) {
  const plain = (
    <span className={style.inline} dir="auto">
      {text}
    </span>
  )
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <QuestionMarkdown text={text} isInline={isInline} />
      </Suspense>
    </ErrorBoundary>
  )
}
