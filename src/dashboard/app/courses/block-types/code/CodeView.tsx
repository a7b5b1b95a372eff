import { lazy, Suspense } from 'react'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import { type BlockContent, getStringProperty } from '../../block-content/content.ts'
import style from './Code.module.css'
import './highlight.css'

const HighlightedCode = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./HighlightedCode.tsx').then(({ HighlightedCode }) => ({ default: HighlightedCode })),
  ),
)

/** Shows source code with a copy button. If the language is known, the code has syntax highlighting. */
export function CodeView({ content }: { content: BlockContent }) {
  const code = getStringProperty(content, 'code')
  const language = getStringProperty(content, 'language').toLowerCase()
  const name = getStringProperty(content, 'filename') || language || 'Code'
  if (code.trim() === '') return <ContentPlaceholder>This code is still empty.</ContentPlaceholder>
  const plain = <code>{code}</code>
  return (
    <figure className={style.code}>
      <figcaption>
        <span>{name}</span>
        <CopyButton text={code} label={`Copy ${name}`} variant="quiet" isIconOnly />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1). */}
      <section tabIndex={0} aria-label={name} className={style.scroll}>
        <pre>
          <ErrorBoundary fallback={plain}>
            <Suspense fallback={plain}>
              <HighlightedCode code={code} language={language} />
            </Suspense>
          </ErrorBoundary>
        </pre>
      </section>
    </figure>
  )
}
