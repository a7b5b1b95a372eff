import { Suspense } from 'react'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { makeLazyComponent } from '../../../ui/lazy-component.tsx'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import type { BlockContent } from '../../block-content/content.ts'

const QuizView = makeLazyComponent(
  makeLoaderThatWaitsForService(() => import('./QuizView.tsx')),
  (code) => code.QuizView,
)

/** Shows a quiz when the code that grades answers is loaded. */
export const LazyQuizView = ({ content }: { content: BlockContent }) => (
  <ErrorBoundary fallback={<ContentPlaceholder>This quiz could not be shown.</ContentPlaceholder>}>
    <Suspense fallback={<ContentPlaceholder>Loading the quiz …</ContentPlaceholder>}>
      <QuizView content={content} />
    </Suspense>
  </ErrorBoundary>
)
