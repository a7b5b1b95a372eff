import { Suspense } from 'react'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { makeLazyComponent } from '../../../ui/lazy-component.tsx'
import style from './Code.module.css'
import '../../markdown/highlight.css'

const HighlightedCode = makeLazyComponent(
  makeLoaderThatWaitsForService(() => import('./HighlightedCode.tsx')),
  (code) => code.HighlightedCode,
)

type CodeFigureProps = { name: string; code: string; language: string; marked?: readonly number[] }

/** Shows source code below its name, with a copy button. If the language is known, the code has syntax highlighting. */
export function CodeFigure({ name, ...shown }: CodeFigureProps) {
  const plain = <code>{shown.code}</code>
  return (
    <figure className={style.code}>
      <figcaption>
        <span>{name}</span>
        <CopyButton text={shown.code} label={`Copy ${name}`} variant="quiet" isIconOnly />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1). */}
      <section tabIndex={0} aria-label={name} className={style.scroll}>
        <pre>
          <ErrorBoundary fallback={plain}>
            <Suspense fallback={plain}>
              <HighlightedCode {...shown} />
            </Suspense>
          </ErrorBoundary>
        </pre>
      </section>
    </figure>
  )
}
