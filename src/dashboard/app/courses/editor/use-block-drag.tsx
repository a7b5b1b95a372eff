import { type RefObject, useRef, useState } from 'react'
import { useDrag } from 'react-aria-components/useDrag'
import { useDrop } from 'react-aria-components/useDrop'
import { findRowKey } from './block-press.ts'
import style from './Editor.module.css'
import { findDropPlace } from './row-focus.ts'
import selectionStyle from './Selection.module.css'

const dragType = 'application/x-coursewright-block'

type BlockDragOptions = {
  grid: RefObject<HTMLDivElement | null>
  isDisabled: boolean
  describe(key: string): string
  /** `index` is that of the row before which the dragged one was dropped, or the number of rows. */
  onDrop(key: string, index: number): void
}

/**
 * Makes the rows of a list of blocks draggable with the mouse and by touch. The list has the handlers of all rows, because
 * a drag hook in each row is slow with very many rows. Keys and screen readers move blocks with Alt and the arrows, or with
 * the menu.
 */
export function useBlockDrag({ grid, isDisabled, describe, onDrop }: BlockDragOptions) {
  const [dropTop, setDropTop] = useState<number>()
  const preview = useRef<HTMLDivElement>(null)
  const pressedKey = useRef<string>(undefined)
  const { dragProps, isDragging } = useDrag({
    isDisabled,
    hasDragButton: true,
    getItems: () => [{ [dragType]: pressedKey.current! }],
    getAllowedDropOperations: () => ['move'],
    preview: useRef((_items, show) => {
      preview.current!.textContent = describe(pressedKey.current!)
      show(preview.current)
    }),
    onDragEnd() {
      pressedKey.current = undefined
      setDropTop(undefined)
    },
  })
  const { dropProps } = useDrop({
    ref: grid,
    isDisabled,
    getDropOperation: (types) => (types.has(dragType) && pressedKey.current !== undefined ? 'move' : 'cancel'),
    onDropMove: ({ y }) => setDropTop(findDropPlace(grid.current!, y).top),
    onDropExit: () => setDropTop(undefined),
    onDrop: ({ y }) => onDrop(pressedKey.current!, findDropPlace(grid.current!, y).index),
  })
  return {
    draggedKey: isDragging ? pressedKey.current : undefined,
    gridProps: {
      ...dragProps,
      ...dropProps,
      draggable: undefined,
      onDragStartCapture: ({ target }: { target: EventTarget }) => {
        pressedKey.current = findRowKey(target as Element)
      },
    },
    dragParts: isDisabled ? null : (
      <>
        {dropTop !== undefined && <div className={style.drop} style={{ top: dropTop }} />}
        <div ref={preview} aria-hidden className={selectionStyle.preview} />
      </>
    ),
  }
}
