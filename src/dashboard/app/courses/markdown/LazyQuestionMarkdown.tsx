import { lazy, Suspense } from 'react'
import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import style from './Markdown.module.css'

const QuestionMarkdown = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./Markdown.tsx').then(({ QuestionMarkdown }) => ({ default: QuestionMarkdown })),
  ),
)

/**
 * Shows Markdown of a quiz, or plain text until the Markdown parser is loaded. With `isInline`, shows one line without
 * links.
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
