import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { GridList } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import type { CursorPlace } from '../rich-text/make-editor-view.ts'
import { type BlockActionHandlers, BlockRow } from './BlockRow.tsx'
import { makeBlockKeyHandler } from './block-keymap.ts'
import { type BlockPress, findRowKey, isRecent, readPress } from './block-press.ts'
import style from './Editor.module.css'
import selectionStyle from './Selection.module.css'
import type { BlockActions } from './use-block-actions.ts'
import { describeBlocks } from './use-block-group.ts'
import type { LessonRow } from './use-writing.ts'

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

type BlockListProps = Pick<
  BlockActionHandlers,
  'onAddedFocused' | 'onOpenForm' | 'onAdd' | 'onCopyLink' | 'onMoveToLesson'
> & {
  rows: readonly LessonRow[]
  blocks: readonly BlockPartsFragment[]
  actions: BlockActions
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
      onSelect: (key) => latest.current.onSelect(key),
      onMoveBy: (block, step) => latest.current.onMoveBy(block, step),
      onDuplicate: (block) => latest.current.onDuplicate(block),
      onCopy: (block) => latest.current.onCopy(block),
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

/** Lists the blocks of a lesson. The author can open, select, drag and reorder the blocks unless the list is read-only. */
export function BlockList(props: BlockListProps) {
  const { rows, blocks, actions, activeKey, renderEditor, renderFindings, onOpen, focusedKey, isReadOnly, ...on } =
    props
  const { selected, selectedKeys } = actions
  const lastPress = useRef<BlockPress>(undefined)
  const findPress = () => (isRecent(lastPress.current) ? lastPress.current : undefined)
  const canSelect = (key: string | undefined) =>
    !isReadOnly && rows.some((row) => row.key === key && row.block && !row.isDeleted)
  /** Selects with a press. Returns false if the press is not one that selects. */
  function select(
    key: string,
    { isExtending, isToggling, isOnHandle, isTouch, focusedKey: start }: BlockPress,
  ): boolean {
    if (!canSelect(key)) return false
    if (isExtending) actions.extend(key, canSelect(start) ? start : undefined)
    else if (isToggling || isOnHandle || (isTouch && selected.length > 0)) actions.toggle(key)
    else return false
    return true
  }
  function open(block: BlockPartsFragment): void {
    const press = findPress()
    const key = rows.find((row) => row.block?.id === block.id)?.key
    // A press on the handle is that of `onClickCapture`.
    if (press?.isOnHandle || (press && key !== undefined && select(key, press))) return
    actions.clear()
    onOpen(block, press ? { left: press.left, top: press.top } : 'end')
  }
  const handlers = useStableHandlers({
    ...on,
    onOpen: open,
    onSelect: actions.toggle,
    onMoveBy: actions.moveBy,
    onDuplicate: (block) => void actions.duplicate(block),
    onCopy: (block) => void actions.copy(block),
    onDelete: (block) => void actions.remove(block),
  })
  const canMoveSelected = (step: -1 | 1) => selected[0] !== undefined && actions.canMove(selected[0], step)
  const [canMoveSelectedUp, canMoveSelectedDown] = [canMoveSelected(-1), canMoveSelected(1)]
  const lastIndex = blocks.length - 1
  const indexes = new Map(blocks.map(({ id }, index) => [id, index]))
  const items = useSameRows(
    rows.map((row) => {
      const isSelected = selectedKeys.has(row.key)
      const index = indexes.get(row.block?.id ?? '')
      return {
        id: row.key,
        block: row.block,
        type: row.type,
        editor: row.key === activeKey ? renderEditor(row) : undefined,
        isUnknown: row.block === undefined || row.isDeleted === true,
        canMoveUp: isSelected ? canMoveSelectedUp : index !== undefined && index > 0,
        canMoveDown: isSelected ? canMoveSelectedDown : index !== undefined && index < lastIndex,
        selectedCount: isSelected ? selected.length : 0,
        isAdded: row.key === focusedKey,
      }
    }),
  )
  const findBlock = (key: unknown) => rows.find((row) => row.key === key)?.block
  const describeDragged = (block: BlockPartsFragment | undefined) =>
    block ? describeBlocks(actions.getGroup(block)) : ''
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': describeDragged(findBlock(key)) })),
    onReorder: ({ keys, target }) => {
      const block = findBlock([...keys][0])
      const index = indexes.get(findBlock(target.key)?.id ?? '')
      if (block && index !== undefined) actions.dropAt(block, target.dropPosition === 'after' ? index + 1 : index)
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={style.drop!} />,
    renderDragPreview: ([item]) => <div className={selectionStyle.preview}>{item?.['text/plain']}</div>,
  })
  const onKeyDown = makeBlockKeyHandler(rows, {
    ...actions,
    duplicate: handlers.onDuplicate,
    copy: handlers.onCopy,
    remove: handlers.onDelete,
  })
  const listProps = isReadOnly ? {} : { 'aria-multiselectable': true, onKeyDownCapture: onKeyDown }
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
        onPointerDownCapture={({ nativeEvent }) => {
          lastPress.current = readPress(nativeEvent)
        }}
        onClickCapture={({ target }) => {
          const press = findPress()
          const key = findRowKey(target as Element)
          if (press?.isOnHandle && key !== undefined) select(key, press)
        }}
        dragAndDropHooks={dragAndDropHooks}
        render={(list) => <div {...list} {...listProps} />}
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
