import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import type { CursorPlace } from '../rich-text/make-editor-view.ts'
import { type BlockItem, BlockMenus, type BlockMenusHandle } from './BlockMenus.tsx'
import { BlockRow } from './BlockRow.tsx'
import type { BlockActionHandlers } from './block-action-handlers.ts'
import { makeBlockKeyHandler } from './block-keymap.ts'
import { type BlockPress, findRowKey, type PressStart, readPress, readPressStart } from './block-press.ts'
import style from './Editor.module.css'
import { focusRowAt, moveFocusByKey } from './row-focus.ts'
import type { BlockActions } from './use-block-actions.ts'
import { useBlockDrag } from './use-block-drag.tsx'
import { describeBlocks } from './use-block-group.ts'
import type { LessonRow } from './use-writing.ts'

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

/** Returns the handlers that never change, so that a row is drawn again only if its block changes. */
function useStableHandlers(handlers: BlockActionHandlers): BlockActionHandlers {
  const latest = useRef(handlers)
  latest.current = handlers
  const [stable] = useState(
    (): BlockActionHandlers => ({
      onAddedFocused: () => latest.current.onAddedFocused(),
      onPress: (key, event) => latest.current.onPress(key, event),
      onPressHandle: (key, event) => latest.current.onPressHandle(key, event),
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

/** Returns the items, with those of the last drawing that are still the same, so that their rows are not drawn again. */
function useSameItems(items: readonly BlockItem[]): readonly BlockItem[] {
  const last = useRef<readonly BlockItem[]>([])
  const before = new Map(last.current.map((item) => [item.id, item]))
  last.current = items.map((item) => {
    const old = before.get(item.id)
    const names = Object.keys(item) as (keyof BlockItem)[]
    return old && names.every((name) => old[name] === item[name]) ? old : item
  })
  return last.current
}

/**
 * Returns the key and the editor of the row that is edited. What the author leaves is drawn once more before it goes, so that
 * its last change is what it saves.
 */
function useEditor({ rows, activeKey, renderEditor }: Pick<BlockListProps, 'rows' | 'activeKey' | 'renderEditor'>) {
  const [shownKey, setShownKey] = useState(activeKey)
  const editor = useRef<ReactNode>(null)
  const row = rows.find(({ key }) => key === activeKey)
  if (row && shownKey === activeKey) editor.current = renderEditor(row)
  useLayoutEffect(() => setShownKey(activeKey), [activeKey])
  return { shownKey, editor: editor.current }
}

/** Lists the blocks of a lesson. The author can open, select, drag and reorder the blocks unless the list is read-only. */
export function BlockList(props: BlockListProps) {
  const { rows, blocks, actions, activeKey, renderEditor, renderFindings, onOpen, focusedKey, isReadOnly, ...on } =
    props
  const { shownKey, editor } = useEditor({ rows, activeKey, renderEditor })
  const { selected, selectedKeys } = actions
  const pressStart = useRef<PressStart>(undefined)
  const canSelect = (key: string | undefined) =>
    !isReadOnly && rows.some((row) => row.key === key && row.block && !row.isDeleted)
  function select(key: string, press: BlockPress | undefined): void {
    if (!canSelect(key)) return
    if (press?.isExtending) actions.extend(key, canSelect(press.focusedKey) ? press.focusedKey : undefined)
    else actions.toggle(key)
  }
  function open(key: string, cursor: CursorPlace): void {
    const block = rows.find((row) => row.key === key)?.block
    if (!block) return
    actions.clear()
    onOpen(block, cursor)
  }
  const menus = useRef<BlockMenusHandle>(null)
  const handlers = useStableHandlers({
    ...on,
    onPress(key, event) {
      const press = readPress(event, pressStart.current)
      const isSelecting = press && (press.isExtending || press.isToggling || (press.isTouch && selected.length > 0))
      if (isSelecting) select(key, press)
      else open(key, press ? { left: press.left, top: press.top } : 'end')
    },
    onPressHandle: (key, event) => select(key, readPress(event, pressStart.current)),
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
  const items = useSameItems(
    rows.map((row): BlockItem => {
      const isSelected = selectedKeys.has(row.key)
      const index = indexes.get(row.block?.id ?? '')
      return {
        id: row.key,
        block: row.block,
        type: row.type,
        isActive: row.key === shownKey,
        isUnknown: row.block === undefined || row.isDeleted === true,
        canMoveUp: isSelected ? canMoveSelectedUp : index !== undefined && index > 0,
        canMoveDown: isSelected ? canMoveSelectedDown : index !== undefined && index < lastIndex,
        selectedCount: isSelected ? selected.length : 0,
        isAdded: row.key === focusedKey,
      }
    }),
  )
  const grid = useRef<HTMLDivElement>(null)
  const [focusedRow, setFocusedRow] = useState<{ key: string; index: number }>()
  const hasFocusedRow = rows.some(({ key }) => key === focusedRow?.key)
  const tabStop = hasFocusedRow ? focusedRow?.key : rows[0]?.key
  // The row with the focus is gone.
  useEffect(() => {
    if (focusedRow && !hasFocusedRow && document.activeElement === document.body)
      focusRowAt(grid.current!, focusedRow.index)
  }, [focusedRow, hasFocusedRow])
  function keepFocusedRow({ target }: FocusEvent): void {
    const key = findRowKey(target)
    if (key !== undefined && key !== focusedRow?.key)
      setFocusedRow({ key, index: rows.findIndex((row) => row.key === key) })
  }
  const findBlock = (key: string) => rows.find((row) => row.key === key)?.block
  const { draggedKey, dragParts, gridProps } = useBlockDrag({
    grid,
    isDisabled: isReadOnly,
    describe(key) {
      const block = findBlock(key)
      return block ? describeBlocks(actions.getGroup(block)) : ''
    },
    onDrop(key, rowIndex) {
      const block = findBlock(key)
      const above = rows.slice(0, rowIndex).filter((row) => indexes.has(row.block?.id ?? ''))
      if (block && indexes.has(block.id)) actions.dropAt(block, above.length)
    },
  })
  const handleBlockKey = makeBlockKeyHandler(rows, {
    ...actions,
    open: (key) => open(key, 'end'),
    duplicate: handlers.onDuplicate,
    copy: handlers.onCopy,
    remove: handlers.onDelete,
  })
  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    if (!isReadOnly) handleBlockKey(event)
    if (!event.defaultPrevented) moveFocusByKey(event)
  }
  return (
    <div className={style.listFrame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be a list of cards. */}
      <div
        {...gridProps}
        ref={grid}
        role="grid"
        aria-label="Blocks"
        aria-multiselectable={isReadOnly ? undefined : true}
        className={style.list}
        onKeyDown={handleKey}
        onFocus={keepFocusedRow}
        onPointerDown={({ nativeEvent }) => {
          pressStart.current = readPressStart(nativeEvent)
        }}
      >
        {items.map((item) => (
          <BlockRow
            key={item.id}
            item={item}
            editor={item.isActive ? editor : undefined}
            findings={item.block && renderFindings(item.block)}
            isTabStop={item.id === tabStop}
            isDragged={item.id === draggedKey}
            isReadOnly={isReadOnly}
            {...handlers}
          />
        ))}
      </div>
      {dragParts}
      <BlockMenus ref={menus} items={items} isReadOnly={isReadOnly} {...handlers} />
    </div>
  )
}
