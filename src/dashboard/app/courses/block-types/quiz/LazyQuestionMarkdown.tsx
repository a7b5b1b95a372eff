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
 * Shows the Markdown of a quiz question, answer, feedback or explanation. Until the Markdown parser is loaded, shows
 * the text as it is. With `isInline`, the result is on one line and has no links.
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
