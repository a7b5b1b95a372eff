import type { KeyboardEvent } from 'react'
import type { OutlineRow } from './rows.ts'
import type { OutlineEditing } from './use-outline-editing.ts'

type TreeKeyOptions = {
  isReadOnly: boolean
  onOpen(id: string): void
  onDelete(row: OutlineRow): void
  onOpenMenu(row: OutlineRow): void
}
type KeyHandler = (row: OutlineRow, event: KeyboardEvent) => void

/** Makes the handler of the keys that the rows of the outline have. The keys in a title are those of its field. */
export function makeTreeKeyHandler(editing: OutlineEditing, options: TreeKeyOptions) {
  const { rows, focus, selection, titles, setExpanded, moveRow, beginAfter, findRow } = editing
  const { isReadOnly, onOpen, onDelete, onOpenMenu } = options

  function step(row: OutlineRow, by: -1 | 1, { altKey, shiftKey }: KeyboardEvent): void {
    if (altKey) {
      if (!isReadOnly) void moveRow(row.item.id, by)
      return
    }
    const next = rows[rows.indexOf(row) + by]
    if (!next) return
    focus.focusRow(next.item.id)
    if (shiftKey && !isReadOnly) selection.extend(next.item.id, row.item.id)
  }
  function goIn(row: OutlineRow): void {
    if (row.level === 'lesson') return
    if (row.isExpanded) focus.focusRow(row.item.lessons[0]?.id)
    else setExpanded(row.item.id, true)
  }
  const keys: readonly (readonly [string, KeyHandler])[] = [
    ['ArrowUp', (row, event) => step(row, -1, event)],
    ['ArrowDown', (row, event) => step(row, 1, event)],
    ['Home', () => focus.focusRow(rows[0]?.item.id)],
    ['End', () => focus.focusRow(rows.at(-1)?.item.id)],
    ['ArrowRight', goIn],
    ['ArrowLeft', (row) => (row.level === 'module' ? setExpanded(row.item.id, false) : focus.focusRow(row.module.id))],
    ['Enter', (row) => (row.level === 'module' ? setExpanded(row.item.id, !row.isExpanded) : onOpen(row.item.id))],
  ]
  const editingKeys: typeof keys = [
    ['F2', (row) => titles.rename(row.item.id)],
    ['Insert', (row) => beginAfter(row.item.id)],
    [' ', (row) => row.level === 'lesson' && selection.toggle(row.item.id)],
    ['Escape', () => selection.clear()],
    ['Delete', onDelete],
    ['ContextMenu', onOpenMenu],
  ]
  const handlers = new Map(isReadOnly ? keys : [...keys, ...editingKeys])

  return (event: KeyboardEvent): void => {
    const { target, key, shiftKey, ctrlKey, metaKey } = event
    const row = target instanceof HTMLElement && target.role === 'row' ? findRow(target.dataset.row) : undefined
    if (!row || ctrlKey || metaKey) return
    const name = key === 'F10' && shiftKey ? 'ContextMenu' : key
    const handle = handlers.get(name)
    // Escape without a selection closes the panel.
    if (!handle || (name === 'Escape' && selection.selectedIds.size === 0)) return
    event.preventDefault()
    event.stopPropagation()
    handle(row, event)
  }
}
