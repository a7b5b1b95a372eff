import { lazy, Suspense } from 'react'
import style from './Blocks.module.css'
import { type Content, textIn } from './content.ts'
import { Missing } from './Missing.tsx'

const Rich = lazy(() => import('./Rich.tsx').then(({ Rich }) => ({ default: Rich })))

/** Prose. */
export function Text({ content }: { content: Content }) {
  const text = textIn(content, 'text')
  const format = textIn(content, 'format') || 'markdown'
  if (text.trim() === '') return <Missing>This text is still empty.</Missing>
  const plain = <p className={style.plain}>{text}</p>
  if (format === 'plain') return plain
  return (
    <Suspense fallback={plain}>
      <Rich text={text} format={format} />
    </Suspense>
  )
}
