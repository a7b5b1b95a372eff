import { type ReactNode, useRef } from 'react'
import { GridList } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import type { CursorPlace } from '../rich-text/make-editor-view.ts'
import { type BlockActionHandlers, BlockRow } from './BlockRow.tsx'
import style from './Editor.module.css'
import type { LessonRow } from './use-writing.ts'

/** How long after a press its place is that of the action, in milliseconds. */
const maxPressMs = 1000

/** The block that a new row will be. */
const makeNewBlock = ({ key, type }: LessonRow): BlockPartsFragment => ({
  id: key,
  lessonId: '',
  type,
  content: {},
  contentWarnings: [],
  assets: [],
  order: 0,
  version: 1,
})

type BlockListProps = Omit<BlockActionHandlers, 'onOpen'> & {
  rows: readonly LessonRow[]
  blocks: readonly BlockPartsFragment[]
  /** The key of the row that is edited. */
  activeKey: string | undefined
  renderEditor(row: LessonRow): ReactNode
  /** Shows what the checks have found in a block. */
  renderFindings(block: BlockPartsFragment): ReactNode
  /** Called when a row is pressed. `cursor` is the place in the window; `end` if it was pressed with a key. */
  onOpen(block: BlockPartsFragment, cursor: CursorPlace): void
  /** The key of the row that should get the focus. */
  focusedKey: string | undefined
  isReadOnly: boolean
}

/** Lists the blocks of a lesson. The author can open, drag and reorder the blocks unless the list is read-only. */
export function BlockList(props: BlockListProps) {
  const { rows, blocks, activeKey, renderEditor, renderFindings, onOpen, focusedKey, isReadOnly, ...actions } = props
  const pressed = useRef<{ left: number; top: number; at: number }>(undefined)
  const getCursor = (): CursorPlace => {
    const { left, top, at } = pressed.current ?? { left: 0, top: 0, at: Number.NEGATIVE_INFINITY }
    return performance.now() - at < maxPressMs ? { left, top } : 'end'
  }
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const findId = (key: unknown) => rows.find((row) => row.key === key)?.block?.id
      const id = findId([...keys][0])
      if (id === undefined) return
      const others = blocks.filter((block) => block.id !== id)
      const index = others.findIndex((block) => block.id === findId(target.key))
      actions.onReorder(id, target.dropPosition === 'after' ? index + 1 : index)
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={style.drop!} />,
  })
  return (
    <GridList
      className={style.list!}
      aria-label="Blocks"
      items={rows.map((row) => ({ ...row, id: row.key }))}
      dependencies={[props]}
      selectionMode="none"
      // While a block is edited, the arrow keys are those of its text.
      keyboardNavigationBehavior={activeKey === undefined ? 'arrow' : 'tab'}
      onPointerDownCapture={({ clientX, clientY }) => {
        pressed.current = { left: clientX, top: clientY, at: performance.now() }
      }}
      dragAndDropHooks={dragAndDropHooks}
    >
      {(row) => (
        <BlockRow
          rowKey={row.key}
          block={row.block ?? makeNewBlock(row)}
          editor={row.key === activeKey ? renderEditor(row) : undefined}
          findings={row.block && renderFindings(row.block)}
          isUnknown={row.block === undefined || row.isDeleted === true}
          index={blocks.findIndex(({ id }) => id === row.block?.id)}
          blockCount={blocks.length}
          isAdded={row.key === focusedKey}
          isReadOnly={isReadOnly}
          onOpen={(block) => onOpen(block, getCursor())}
          {...actions}
        />
      )}
    </GridList>
  )
}
