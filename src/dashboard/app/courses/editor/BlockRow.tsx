import {
  ArrowDown,
  ArrowUp,
  ClipboardCopy,
  Copy,
  FileCode,
  GripVertical,
  Link,
  Move,
  Pencil,
  Square,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridListItem } from 'react-aria-components/GridList'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { FocusContainingRowOnMount } from '../../ui/FocusContainingRowOnMount.tsx'
import { useHasUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import { blockTypeDefinitions, getBlockTypeLabel, makeBlockTitle } from '../block-types/block-types.ts'
import { formatCountWithNoun } from '../labels.ts'
import { AddBlockMenu } from './AddBlockMenu.tsx'
import { BlockPreview } from './BlockPreview.tsx'
import { makeUnsavedEditNameOfExistingBlock } from './block-to-edit.ts'
import { ContentWarningsNotice } from './ContentWarningsNotice.tsx'
import style from './Editor.module.css'
import { isWrittenInPlace } from './TextInPlace.tsx'

/** The functions that the buttons and the menu of a block call. */
export type BlockActionHandlers = {
  onAddedFocused(): void
  onOpen(block: BlockPartsFragment): void
  /** Opens the form. For a text that is written in place, that is its Markdown. */
  onOpenForm(block: BlockPartsFragment): void
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

type BlockRowProps = BlockActionHandlers & {
  rowKey: string
  block: BlockPartsFragment
  /** The editor of a text that is being written; it stands in place of the preview. */
  editor: ReactNode
  /** What the checks have found in the block. */
  findings: ReactNode
  /** Whether the service does not have the block, because it is new or was deleted. */
  isUnknown: boolean
  canMoveUp: boolean
  canMoveDown: boolean
  /** The number of selected blocks if the block is one of them, otherwise 0. */
  selectedCount: number
  isAdded: boolean
  isReadOnly: boolean
}

/** Shows one block of a lesson: its type, a preview and a menu of actions. */
export function BlockRow(props: BlockRowProps) {
  const {
    rowKey,
    block,
    editor,
    findings,
    isUnknown,
    canMoveUp,
    canMoveDown,
    selectedCount,
    isAdded,
    isReadOnly,
    onOpen,
    ...on
  } = props
  const { id, type, content } = block
  const { icon: Icon } = blockTypeDefinitions[type]
  const title = makeBlockTitle(type, content)
  const isText = isWrittenInPlace(block)
  // The editor shows by itself that something is not saved, and the first key need not draw the list.
  const hasUnsavedEdit = useHasUnsavedEdit(editor ? '' : makeUnsavedEditNameOfExistingBlock(id))
  const isSelected = selectedCount > 0
  const rowProps = isReadOnly ? {} : { 'aria-selected': isSelected }
  const copyLink = { label: 'Copy link', icon: Link, onSelect: () => on.onCopyLink(block) }
  const editActions: MenuAction[] = [
    {
      label: isSelected ? 'Deselect' : 'Select',
      icon: isSelected ? Square : SquareCheck,
      onSelect: () => on.onSelect(rowKey),
    },
    { label: 'Move up', icon: ArrowUp, onSelect: () => on.onMoveBy(block, -1), isDisabled: !canMoveUp },
    { label: 'Move down', icon: ArrowDown, onSelect: () => on.onMoveBy(block, 1), isDisabled: !canMoveDown },
    { label: 'Move to another lesson', icon: Move, onSelect: () => on.onMoveToLesson(block) },
    { label: 'Duplicate', icon: Copy, onSelect: () => on.onDuplicate(block) },
    { label: 'Copy', icon: ClipboardCopy, onSelect: () => on.onCopy(block) },
    ...(selectedCount > 1 ? [] : [copyLink]),
    {
      label: selectedCount > 1 ? `Delete ${formatCountWithNoun(selectedCount, 'block')}` : 'Delete',
      icon: Trash2,
      onSelect: () => on.onDelete(block),
      isDanger: true,
    },
  ]
  return (
    <GridListItem
      id={rowKey}
      textValue={title}
      className={style.row!}
      render={(row) => <div {...row} {...rowProps} />}
      onAction={isReadOnly || editor ? undefined : () => onOpen(block)}
    >
      <div className={style.rowTop}>
        {!isReadOnly && (
          <span className={style.handle} data-handle>
            <AriaButton slot="drag" aria-label={`Drag “${title}”`}>
              {isSelected ? <SquareCheck aria-hidden size={16} /> : <GripVertical aria-hidden size={16} />}
            </AriaButton>
          </span>
        )}
        <Icon aria-hidden size={16} className={style.icon} />
        <span className={style.label}>{getBlockTypeLabel(type)}</span>
        {hasUnsavedEdit && <Badge variant="warning">Unsaved edit</Badge>}
        {findings}
        <span className={style.rowActions}>
          {!isReadOnly && !isUnknown && (
            <>
              <Button
                variant="quiet"
                isSmall
                icon={isText ? <FileCode aria-hidden /> : <Pencil aria-hidden />}
                aria-label={`${isText ? 'Markdown source of' : 'Edit'} “${title}”`}
                onPress={() => on.onOpenForm(block)}
              />
              <AddBlockMenu aboveTitle={title} onAdd={(newType) => on.onAdd(newType, block)} />
            </>
          )}
          {!isUnknown && (
            <ActionMenu isSmall label={`More actions for “${title}”`} actions={isReadOnly ? [copyLink] : editActions} />
          )}
        </span>
      </div>
      {isAdded && <FocusContainingRowOnMount onFocused={on.onAddedFocused} />}
      {editor ?? (
        <>
          <BlockPreview block={block} title={title} />
          <ContentWarningsNotice warnings={block.contentWarnings} />
        </>
      )}
    </GridListItem>
  )
}
