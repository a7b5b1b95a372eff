import { memo, useEffect, useRef, useState } from 'react'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { BlockView } from '../block-types/BlockView.tsx'
import style from './Editor.module.css'

/**
 * Shows a block as learners see it. A tall block is collapsed, and a button shows the rest. When another block is saved, it
 * is not drawn again.
 */
export const BlockPreview = memo(Preview)

function Preview({ block, title }: { block: BlockPartsFragment; title: string }) {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [isTall, setTall] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  useEffect(() => {
    // On unmount, React clears the refs before the observer stops. So the observer's callback must not use the refs.
    const [outerElement, innerElement] = [outer.current!, inner.current!]
    const observer = new ResizeObserver(() => {
      const maxHeightPx = Number.parseFloat(getComputedStyle(outerElement).getPropertyValue('--fold-px'))
      setTall(innerElement.offsetHeight > maxHeightPx)
    })
    observer.observe(innerElement)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div ref={outer} className={isTall && !isExpanded ? `${style.rowView} ${style.folded}` : style.rowView} inert>
        <div ref={inner}>
          <BlockView block={block} />
        </div>
      </div>
      {isTall && (
        <div data-row-buttons className={style.unfold}>
          <Button
            variant="quiet"
            isSmall
            excludeFromTabOrder
            aria-expanded={isExpanded}
            aria-label={isExpanded ? `Show less of “${title}”` : `Show all of “${title}”`}
            onPress={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? 'Show less' : 'Show all'}
          </Button>
        </div>
      )}
    </>
  )
}
