import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { copyToClipboard } from '../../ui/clipboard.ts'
import { isTextEntry } from '../../ui/text-entry.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { formatBlockForClipboard } from '../block-types/block-types.ts'
import { useRangeSelection } from '../use-range-selection.ts'
import { describeBlocks, useBlockGroup } from './use-block-group.ts'
import type { LessonRow } from './use-writing.ts'

type Options = {
  lessonId: string
  rows: readonly LessonRow[]
  /** The key of the row that is edited. */
  activeKey: string | undefined
  announce(text: string): void
  onFocusRow(key: string | undefined): void
  /** Ends what is edited, and saves it. */
  stopEditing(): void
  /** Called with the blocks that are no longer in the lesson. */
  onLeft(blocks: readonly BlockPartsFragment[]): void
}

/** Returns the selected blocks, and what can be done with one block or with those that are selected. */
export function useBlockActions({ lessonId, rows, activeKey, announce, onFocusRow, ...on }: Options) {
  const canSelect = ({ block, isDeleted }: LessonRow) => block !== undefined && !isDeleted
  const selection = useRangeSelection(
    rows.map((row) => ({ id: row.key, isSelectable: canSelect(row) })),
    'block',
    announce,
  )
  const { selectedIds: selectedKeys, clear } = selection
  const group = useBlockGroup(lessonId, announce)
  const selected = rows.flatMap(({ key, block }) => (block && selectedKeys.has(key) ? [block] : []))
  const getGroup = (block: BlockPartsFragment) => (selected.some(({ id }) => id === block.id) ? selected : [block])
  const keyOf = (id: string) => rows.find(({ block }) => block?.id === id)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected is not edited, and the other way round.
  useEffect(() => {
    if (activeKey !== undefined) clear()
  }, [activeKey])

  /** Returns where blocks come among the others when they move up or down, or undefined at the edge of the lesson. */
  function findPlace(moved: readonly BlockPartsFragment[], step: -1 | 1): number | undefined {
    const blocks = group.getBlocks()
    const ids = new Set(moved.map(({ id }) => id))
    const edge = blocks.findIndex(({ id }) => id === moved.at(step < 0 ? 0 : -1)?.id)
    const place = blocks.slice(0, edge).filter(({ id }) => !ids.has(id)).length + step
    return place < 0 || place > blocks.length - ids.size ? undefined : place
  }
  async function moveTo(block: BlockPartsFragment, place: number | undefined): Promise<void> {
    if (place === undefined) return
    onFocusRow(keyOf(block.id))
    await group.reorder(getGroup(block), place)
  }
  /** Moves the focus from the rows of blocks that are gone to the next row, unless the author writes elsewhere by now. */
  function leave(gone: readonly BlockPartsFragment[], left: readonly BlockPartsFragment[]): void {
    if (gone.length === 0) return
    const ids = new Set(gone.map(({ id }) => id))
    const isLeft = ({ block }: LessonRow) => !ids.has(block?.id ?? '')
    const last = rows.findLastIndex((row) => !isLeft(row))
    const next = rows.slice(last).find(isLeft) ?? rows.findLast(isLeft)
    on.onLeft(gone)
    if (!isTextEntry(document.activeElement)) onFocusRow(left[0] ? keyOf(left[0].id) : next?.key)
  }
  const without = (all: readonly BlockPartsFragment[], some: readonly BlockPartsFragment[]) =>
    all.filter((block) => !some.includes(block))

  /** Ends the editing of blocks at once, so that it is saved before anything else is done with them. */
  function stopEditing(edited: readonly BlockPartsFragment[]): void {
    if (edited.some(({ id }) => keyOf(id) === activeKey)) flushSync(on.stopEditing)
  }

  return {
    selected,
    selectedKeys,
    isBusy: group.isBusy,
    getGroup,
    canMove: (block: BlockPartsFragment, step: -1 | 1) => findPlace(getGroup(block), step) !== undefined,
    /** Selects a row alone, after its text was left. */
    selectOnly: (key: string) => selection.select(new Set([key]), key),
    selectAll: selection.selectAll,
    toggle(key: string): void {
      on.stopEditing()
      selection.toggle(key)
    },
    /** Selects the rows from where the selection began, or from the row with the focus, to another. */
    extend(to: string, focusedKey: string | undefined): void {
      on.stopEditing()
      selection.extend(to, focusedKey ?? to)
    },
    extendBy(key: string, step: -1 | 1): void {
      const selectable = rows.filter(canSelect)
      const next = selectable[selectable.findIndex((row) => row.key === key) + step]
      if (!next) return
      selection.extend(next.key, key)
      onFocusRow(next.key)
    },
    /** Ends the selection. Returns false if nothing is selected. */
    clear(): boolean {
      if (selectedKeys.size === 0) return false
      clear()
      announce('No block selected.')
      return true
    },
    moveBy: (block: BlockPartsFragment, step: -1 | 1) => void moveTo(block, findPlace(getGroup(block), step)),
    /** Moves blocks to a place in the list of all blocks. */
    dropAt(block: BlockPartsFragment, index: number): void {
      const ids = new Set(getGroup(block).map(({ id }) => id))
      void moveTo(
        block,
        group
          .getBlocks()
          .slice(0, index)
          .filter(({ id }) => !ids.has(id)).length,
      )
    },
    async moveToLesson(moved: readonly BlockPartsFragment[], target: { id: string; name: string }): Promise<void> {
      stopEditing(moved)
      const left = await group.moveToLesson(moved, target)
      leave(without(moved, left), left)
    },
    async duplicate(block: BlockPartsFragment): Promise<void> {
      const originals = getGroup(block)
      stopEditing(originals)
      const { copyIds, left } = await group.duplicate(originals)
      if (copyIds.length === 0) return
      selection.select(new Set(left.length > 0 ? left.flatMap(({ id }) => keyOf(id) ?? []) : copyIds))
      if (!isTextEntry(document.activeElement)) onFocusRow(left.length > 0 ? keyOf(left[0]!.id) : copyIds[0])
    },
    async copy(block: BlockPartsFragment): Promise<void> {
      const copied = getGroup(block)
      if (await copyToClipboard(copied.map(formatBlockForClipboard).join('\n\n')))
        showToast(`${describeBlocks(copied)} copied.`)
    },
    async remove(block: BlockPartsFragment): Promise<void> {
      const removed = getGroup(block)
      stopEditing(removed)
      const left = await group.remove(removed)
      leave(without(removed, left), left)
    },
  }
}

export type BlockActions = ReturnType<typeof useBlockActions>
