import { lazy, Suspense } from 'react'
import { Copy } from '../../parts/Copy.tsx'
import style from './Blocks.module.css'
import './highlight.css'
import { type Content, textIn } from './content.ts'
import { Missing } from './Missing.tsx'

const Highlighted = lazy(() => import('./Highlighted.tsx').then(({ Highlighted }) => ({ default: Highlighted })))

/** Source code, in colours where its language is known. */
export function Code({ content }: { content: Content }) {
  const code = textIn(content, 'code')
  const language = textIn(content, 'language').toLowerCase()
  const name = textIn(content, 'filename') || language || 'Code'
  if (code.trim() === '') return <Missing>This code is still empty.</Missing>
  return (
    <figure className={style.code}>
      <figcaption>
        <span>{name}</span>
        <Copy text={code} label={`Copy ${name}`} look="quiet" iconOnly />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <section tabIndex={0} aria-label={name} className={style.scroll}>
        <pre>
          <Suspense fallback={<code>{code}</code>}>
            <Highlighted code={code} language={language} />
          </Suspense>
        </pre>
      </section>
    </figure>
  )
}
