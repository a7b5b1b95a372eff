import { createContext, type KeyboardEvent, memo, type ReactNode, type RefObject, use, useRef, useState } from 'react'
import { GridList } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import type { CursorPlace } from '../rich-text/make-editor-view.ts'
import { type BlockItem, BlockMenus, type BlockMenusHandle } from './BlockMenus.tsx'
import { BlockRow } from './BlockRow.tsx'
import type { BlockActionHandlers } from './block-action-handlers.ts'
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

type RowParts = Pick<BlockListProps, 'rows' | 'activeKey' | 'renderEditor' | 'renderFindings'>

/** What changes within a row. The list is not drawn again for it. */
const RowPartsContext = createContext<RowParts>({
  rows: [],
  activeKey: undefined,
  renderEditor: () => null,
  renderFindings: () => null,
})
const RowFindings = ({ block }: { block: BlockPartsFragment }) => use(RowPartsContext).renderFindings(block)
function RowEditor({ rowKey }: { rowKey: string }) {
  const { rows, activeKey, renderEditor } = use(RowPartsContext)
  const last = useRef<ReactNode>(null)
  const row = rows.find(({ key }) => key === rowKey)
  // The list takes the row away a moment after another one is edited. Until then, the editor stays as it is.
  if (row && rowKey === activeKey) last.current = renderEditor(row)
  return last.current
}

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
      onOpenMenu: (menu, key, button) => latest.current.onOpenMenu(menu, key, button),
      onMoveToLesson: (block) => latest.current.onMoveToLesson(block),
      onDelete: (block) => latest.current.onDelete(block),
    }),
  )
  return stable
}

/** Returns the rows of the last drawing that are still the same, and otherwise the new ones. */
function useSameRows<Row extends { id: string }>(rows: readonly Row[]): readonly Row[] {
  const last = useRef<readonly Row[]>([])
  const before = new Map(last.current.map((row) => [row.id, row]))
  const same = rows.map((row) => {
    const old = before.get(row.id)
    const names = Object.keys(row) as (keyof Row)[]
    return old && names.every((name) => old[name] === row[name]) ? old : row
  })
  if (same.length !== last.current.length || same.some((row, index) => row !== last.current[index])) last.current = same
  return last.current
}

type GridHandlers = {
  onKeyDown(event: KeyboardEvent): void
  onPointerDown(event: PointerEvent): void
  onClick(target: EventTarget): void
  describeDragged(key: unknown): string
  onDrop(key: unknown, target: { key: unknown; isAfter: boolean }): void
}

type BlockGridProps = {
  items: readonly BlockItem[]
  handlers: BlockActionHandlers
  /** The latest handlers of the list. */
  latest: RefObject<GridHandlers | undefined>
  isEditing: boolean
  isReadOnly: boolean
}

/** The list itself. It is drawn again only if a row changes, because that costs as much as all of its rows. */
const BlockGrid = memo(function BlockGrid({ items, handlers, latest, isEditing, isReadOnly }: BlockGridProps) {
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': latest.current!.describeDragged(key) })),
    onReorder: ({ keys: [key], target }) =>
      latest.current!.onDrop(key, { key: target.key, isAfter: target.dropPosition === 'after' }),
    renderDropIndicator: (target) => <DropIndicator target={target} className={style.drop!} />,
    renderDragPreview: ([item]) => <div className={selectionStyle.preview}>{item?.['text/plain']}</div>,
  })
  const listProps = isReadOnly
    ? {}
    : {
        'aria-multiselectable': true,
        onKeyDownCapture: (event: KeyboardEvent) => latest.current!.onKeyDown(event),
      }
  return (
    <GridList
      className={style.list!}
      aria-label="Blocks"
      items={items}
      dependencies={[isReadOnly]}
      selectionMode="none"
      // While a block is edited, the keys are those of its text.
      keyboardNavigationBehavior={isEditing ? 'tab' : 'arrow'}
      disallowTypeAhead={isEditing}
      onPointerDownCapture={({ nativeEvent }) => latest.current!.onPointerDown(nativeEvent)}
      onClickCapture={({ target }) => latest.current!.onClick(target)}
      dragAndDropHooks={dragAndDropHooks}
      render={(list) => <div {...list} {...listProps} />}
    >
      {({ id, type, block, isActive, isUnknown, isAdded, selectedCount }) => (
        <BlockRow
          rowKey={id}
          block={block ?? makeNewBlock(id, type)}
          editor={isActive ? <RowEditor rowKey={id} /> : undefined}
          findings={block && <RowFindings block={block} />}
          isUnknown={isUnknown}
          isSelected={selectedCount > 0}
          isAdded={isAdded}
          isReadOnly={isReadOnly}
          {...handlers}
        />
      )}
    </GridList>
  )
})

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
  const menus = useRef<BlockMenusHandle>(null)
  const handlers = useStableHandlers({
    ...on,
    onOpen: open,
    onOpenMenu: (...menu) => menus.current?.open(...menu),
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
    rows.map((row): BlockItem => {
      const isSelected = selectedKeys.has(row.key)
      const index = indexes.get(row.block?.id ?? '')
      return {
        id: row.key,
        block: row.block,
        type: row.type,
        isActive: row.key === activeKey,
        isUnknown: row.block === undefined || row.isDeleted === true,
        canMoveUp: isSelected ? canMoveSelectedUp : index !== undefined && index > 0,
        canMoveDown: isSelected ? canMoveSelectedDown : index !== undefined && index < lastIndex,
        selectedCount: isSelected ? selected.length : 0,
        isAdded: row.key === focusedKey,
      }
    }),
  )
  const findBlock = (key: unknown) => rows.find((row) => row.key === key)?.block
  const latest = useRef<GridHandlers>(undefined)
  latest.current = {
    onKeyDown: makeBlockKeyHandler(rows, {
      ...actions,
      duplicate: handlers.onDuplicate,
      copy: handlers.onCopy,
      remove: handlers.onDelete,
    }),
    onPointerDown(event) {
      lastPress.current = readPress(event)
    },
    onClick(target) {
      const press = findPress()
      const key = findRowKey(target as Element)
      if (press?.isOnHandle && key !== undefined) select(key, press)
    },
    describeDragged(key) {
      const block = findBlock(key)
      return block ? describeBlocks(actions.getGroup(block)) : ''
    },
    onDrop(key, { key: targetKey, isAfter }) {
      const block = findBlock(key)
      const index = indexes.get(findBlock(targetKey)?.id ?? '')
      if (block && index !== undefined) actions.dropAt(block, isAfter ? index + 1 : index)
    },
  }
  return (
    <>
      <RowPartsContext value={{ rows, activeKey, renderEditor, renderFindings }}>
        <BlockGrid
          items={items}
          handlers={handlers}
          latest={latest}
          isEditing={activeKey !== undefined}
          isReadOnly={isReadOnly}
        />
      </RowPartsContext>
      <BlockMenus ref={menus} items={items} isReadOnly={isReadOnly} {...handlers} />
    </>
  )
}
