import type { KeyboardEvent } from 'react'
import type { BlockPartsFragment } from '../../generated/operations.ts'

/** What the keys on a row of the lesson do. */
export type BlockKeyActions = {
  open(key: string): void
  toggle(key: string): void
  extendBy(key: string, step: -1 | 1): void
  selectAll(): void
  /** Ends the selection. Returns false if nothing is selected. */
  clear(): boolean
  moveBy(block: BlockPartsFragment, step: -1 | 1): void
  copy(block: BlockPartsFragment): void
  duplicate(block: BlockPartsFragment): void
  remove(block: BlockPartsFragment): void
}

/** A row of the lesson, as in `LessonRow`. */
type Row = { key: string; block: BlockPartsFragment | undefined; isDeleted?: boolean }

/** Returns false to leave the key to the list and the browser. */
type KeyHandler = (actions: BlockKeyActions, row: { key: string; block: BlockPartsFragment }) => unknown

const remove: KeyHandler = (actions, { block }) => actions.remove(block)

/** The keys of a row that has the focus, beside those of the list. A test compares them with the sheet of keys. */
export const blockKeymap: Readonly<Record<string, KeyHandler>> = {
  Enter: (actions, { key }) => actions.open(key),
  Space: (actions, { key }) => actions.toggle(key),
  'Shift-ArrowUp': (actions, { key }) => actions.extendBy(key, -1),
  'Shift-ArrowDown': (actions, { key }) => actions.extendBy(key, 1),
  'Mod-a': (actions) => actions.selectAll(),
  Escape: (actions) => actions.clear(),
  'Alt-ArrowUp': (actions, { block }) => actions.moveBy(block, -1),
  'Alt-ArrowDown': (actions, { block }) => actions.moveBy(block, 1),
  'Mod-c': (actions, { block }) => {
    if (!document.getSelection()?.isCollapsed) return false
    actions.copy(block)
  },
  'Mod-d': (actions, { block }) => actions.duplicate(block),
  Delete: remove,
  Backspace: remove,
}

function getName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  return [(ctrlKey || metaKey) && 'Mod', altKey && 'Alt', shiftKey && 'Shift', name].filter(Boolean).join('-')
}

/** Makes the handler of the keys of rows. The keys in a block that is edited, and on the buttons of a row, are theirs. */
export const makeBlockKeyHandler = (rows: readonly Row[], actions: BlockKeyActions) => (event: KeyboardEvent) => {
  const { target } = event
  if (!(target instanceof HTMLElement) || target.role !== 'row') return
  const row = rows.find(({ key }) => key === target.dataset.key)
  const handle = blockKeymap[getName(event)]
  if (!row?.block || row.isDeleted || !handle) return
  // A key that is held down would delete one block after the other.
  if (event.repeat && handle === remove) return event.preventDefault()
  if (handle(actions, { key: row.key, block: row.block }) === false) return
  event.preventDefault()
  event.stopPropagation()
}
