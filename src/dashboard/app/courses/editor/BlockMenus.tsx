import { ArrowDown, ArrowUp, ClipboardCopy, Copy, Link, Move, Square, SquareCheck, Trash2 } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import { ActionPopover, type MenuAction } from '../../ui/ActionMenu.tsx'
import { makeBlockTitle } from '../block-types/block-types.ts'
import { formatCountWithNoun } from '../labels.ts'
import { BlockTypePopover } from './AddBlockMenu.tsx'
import type { BlockActionHandlers, BlockMenuName } from './block-action-handlers.ts'

/** A row of the list of blocks. */
export type BlockItem = {
  id: string
  /** Undefined for a new block that the service does not have yet. */
  block: BlockPartsFragment | undefined
  type: BlockType
  /** Whether the row is edited. */
  isActive: boolean
  /** Whether the service does not have the block, because it is new or was deleted. */
  isUnknown: boolean
  canMoveUp: boolean
  canMoveDown: boolean
  /** The number of selected blocks if the block is one of them, otherwise 0. */
  selectedCount: number
  /** Whether the row should get the focus. */
  isAdded: boolean
}

export type BlockMenusHandle = { open(menu: BlockMenuName, rowKey: string, button: HTMLElement): void }

function makeActions(item: BlockItem, block: BlockPartsFragment, on: BlockActionHandlers): MenuAction[] {
  const { selectedCount, canMoveUp, canMoveDown } = item
  const isSelected = selectedCount > 0
  return [
    {
      label: isSelected ? 'Deselect' : 'Select',
      icon: isSelected ? Square : SquareCheck,
      onSelect: () => on.onSelect(item.id),
    },
    { label: 'Move up', icon: ArrowUp, onSelect: () => on.onMoveBy(block, -1), isDisabled: !canMoveUp },
    { label: 'Move down', icon: ArrowDown, onSelect: () => on.onMoveBy(block, 1), isDisabled: !canMoveDown },
    { label: 'Move to another lesson', icon: Move, onSelect: () => on.onMoveToLesson(block) },
    { label: 'Duplicate', icon: Copy, onSelect: () => on.onDuplicate(block) },
    { label: 'Copy', icon: ClipboardCopy, onSelect: () => on.onCopy(block) },
    ...(selectedCount > 1 ? [] : [makeCopyLink(block, on)]),
    {
      label: selectedCount > 1 ? `Delete ${formatCountWithNoun(selectedCount, 'block')}` : 'Delete',
      icon: Trash2,
      onSelect: () => on.onDelete(block),
      isDanger: true,
    },
  ]
}

const makeCopyLink = (block: BlockPartsFragment, on: BlockActionHandlers): MenuAction => ({
  label: 'Copy link',
  icon: Link,
  onSelect: () => on.onCopyLink(block),
})

type BlockMenusProps = BlockActionHandlers & {
  ref: Ref<BlockMenusHandle>
  items: readonly BlockItem[]
  isReadOnly: boolean
}

/** Shows the menu of a row at its button. All rows share it, because each menu of its own slows a long lesson down. */
export function BlockMenus({ ref, items, isReadOnly, ...on }: BlockMenusProps) {
  const button = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<{ menu: BlockMenuName; rowKey: string }>()
  useImperativeHandle(
    ref,
    () => ({
      open(menu, rowKey, pressed) {
        // Safari gives a pressed button no focus, and the focus returns to it.
        pressed.focus()
        button.current = pressed
        setOpen({ menu, rowKey })
      },
    }),
    [],
  )
  const item = items.find(({ id }) => id === open?.rowKey)
  const block = item?.block
  if (!open || !block) return null
  const popover = {
    triggerRef: button,
    isOpen: true,
    onOpenChange: (isOpen: boolean) => !isOpen && setOpen(undefined),
  }
  if (open.menu === 'add')
    return <BlockTypePopover {...popover} placement="bottom end" onAdd={(type) => on.onAdd(type, block)} />
  return (
    <ActionPopover
      {...popover}
      label={`Actions for “${makeBlockTitle(block.type, block.content)}”`}
      actions={isReadOnly ? [makeCopyLink(block, on)] : makeActions(item, block, on)}
    />
  )
}
