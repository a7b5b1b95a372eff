import { lazy, Suspense } from 'react'
import style from './Blocks.module.css'
import { type Content, textIn } from './content.ts'
import { Missing } from './Missing.tsx'

const load = () => import('./Rich.tsx').then(({ Rich }) => ({ default: Rich }))
const Rich = lazy(load)
// On its way while the lesson is still asked for, so that no Markdown is seen as it was written.
void load().catch(() => {})

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
