import { lazy, Suspense } from 'react'
import style from '../../markdown/Markdown.module.css'

const QuestionMarkdown = lazy(() =>
  import('../../markdown/Markdown.tsx').then(({ QuestionMarkdown }) => ({ default: QuestionMarkdown })),
)

/**
 * Shows the Markdown of a quiz question, an answer or feedback. With `isInline`, the text is on one line and has no
 * links.
 */
export const QuestionText = ({ text, isInline }: { text: string; isInline?: boolean }) => (
  <Suspense fallback={<span className={style.inline}>{text}</span>}>
    <QuestionMarkdown text={text} isInline={isInline} />
  </Suspense>
)
