import type { MouseEvent } from 'react'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'

/** The menus of a row: the types of a new block below it, and its actions. */
export type BlockMenuName = 'add' | 'actions'

/** The functions that the buttons and the menu of a block call. */
export type BlockActionHandlers = {
  onAddedFocused(): void
  /** Opens the block, or selects it if that is what the press does. */
  onPress(rowKey: string, event: MouseEvent): void
  onPressHandle(rowKey: string, event: MouseEvent): void
  /** Opens the form. For a text that is written in place, that is its Markdown. */
  onOpenForm(block: BlockPartsFragment): void
  onOpenMenu(menu: BlockMenuName, rowKey: string, button: HTMLElement): void
  onAdd(type: BlockType, above: BlockPartsFragment): void
  onSelect(key: string): void
  /** This and the actions below are for all selected blocks if the block is one of them. */
  onMoveBy(block: BlockPartsFragment, step: -1 | 1): void
  onDuplicate(block: BlockPartsFragment): void
  onCopy(block: BlockPartsFragment): void
  onMoveToLesson(block: BlockPartsFragment): void
  onDelete(block: BlockPartsFragment): void
  onCopyLink(block: BlockPartsFragment): void
}
