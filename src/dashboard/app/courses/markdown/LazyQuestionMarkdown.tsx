import { Suspense } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { makeLazyComponent } from '../../ui/lazy-component.tsx'
import { loadMarkdown } from './load-markdown.ts'
import style from './Markdown.module.css'

const QuestionMarkdown = makeLazyComponent(loadMarkdown, (code) => code.QuestionMarkdown)

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
