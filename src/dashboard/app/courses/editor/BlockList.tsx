import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { GridList } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import type { CursorPlace } from '../rich-text/make-editor-view.ts'
import { type BlockActionHandlers, BlockRow } from './BlockRow.tsx'
import style from './Editor.module.css'
import type { LessonRow } from './use-writing.ts'

/** How long after a press its place is that of the action, in milliseconds. */
const maxPressMs = 1000

/** The block that a new row will be. */
const makeNewBlock = (key: string, type: BlockType): BlockPartsFragment => ({
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

/** Shows what the checks find in a block. It changes without the row, so that the list is not drawn again. */
const RenderFindingsContext = createContext<BlockListProps['renderFindings']>(() => undefined)
const RowFindings = ({ block }: { block: BlockPartsFragment }) => use(RenderFindingsContext)(block)

/** Returns the handlers that never change, so that a row is drawn again only if its block changes. */
function useStableHandlers(handlers: BlockActionHandlers): BlockActionHandlers {
  const latest = useRef(handlers)
  latest.current = handlers
  const [stable] = useState(
    (): BlockActionHandlers => ({
      onAddedFocused: () => latest.current.onAddedFocused(),
      onOpen: (block) => latest.current.onOpen(block),
      onOpenForm: (block) => latest.current.onOpenForm(block),
      onAdd: (type, above) => latest.current.onAdd(type, above),
      onReorder: (id, index) => latest.current.onReorder(id, index),
      onDuplicate: (id) => latest.current.onDuplicate(id),
      onCopyLink: (block) => latest.current.onCopyLink(block),
      onMoveToLesson: (block) => latest.current.onMoveToLesson(block),
      onDelete: (block) => latest.current.onDelete(block),
    }),
  )
  return stable
}

/** Returns the rows of the last drawing that are still the same, and otherwise the new ones. */
function useSameRows<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const last = useRef(new Map<string, Row>())
  const same = rows.map((row) => {
    const before = last.current.get(row.id)
    const names = Object.keys(row) as (keyof Row)[]
    return before && names.every((name) => before[name] === row[name]) ? before : row
  })
  last.current = new Map(same.map((row) => [row.id, row]))
  return same
}

/** Lists the blocks of a lesson. The author can open, drag and reorder the blocks unless the list is read-only. */
export function BlockList(props: BlockListProps) {
  const { rows, blocks, activeKey, renderEditor, renderFindings, onOpen, focusedKey, isReadOnly, ...actions } = props
  const pressed = useRef<{ left: number; top: number; at: number }>(undefined)
  const getCursor = (): CursorPlace => {
    const { left, top, at } = pressed.current ?? { left: 0, top: 0, at: Number.NEGATIVE_INFINITY }
    return performance.now() - at < maxPressMs ? { left, top } : 'end'
  }
  const handlers = useStableHandlers({ ...actions, onOpen: (block) => onOpen(block, getCursor()) })
  const indexes = new Map(blocks.map(({ id }, index) => [id, index]))
  const items = useSameRows(
    rows.map((row) => ({
      id: row.key,
      block: row.block,
      type: row.type,
      editor: row.key === activeKey ? renderEditor(row) : undefined,
      isUnknown: row.block === undefined || row.isDeleted === true,
      index: indexes.get(row.block?.id ?? '') ?? -1,
      blockCount: blocks.length,
      isAdded: row.key === focusedKey,
    })),
  )
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
    <RenderFindingsContext value={renderFindings}>
      <GridList
        className={style.list!}
        aria-label="Blocks"
        items={items}
        dependencies={[isReadOnly]}
        selectionMode="none"
        // While a block is edited, the keys are those of its text.
        keyboardNavigationBehavior={activeKey === undefined ? 'arrow' : 'tab'}
        disallowTypeAhead={activeKey !== undefined}
        onPointerDownCapture={({ clientX, clientY }) => {
          pressed.current = { left: clientX, top: clientY, at: performance.now() }
        }}
        dragAndDropHooks={dragAndDropHooks}
      >
        {({ id, type, block, ...row }) => (
          <BlockRow
            rowKey={id}
            block={block ?? makeNewBlock(id, type)}
            findings={block && <RowFindings block={block} />}
            isReadOnly={isReadOnly}
            {...row}
            {...handlers}
          />
        )}
      </GridList>
    </RenderFindingsContext>
  )
}
