import { Ellipsis, FileCode, GripVertical, type LucideIcon, Pencil, Plus, SquareCheck } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode, SyntheticEvent } from 'react'
import { GridListItem } from 'react-aria-components/GridList'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { Badge } from '../../ui/Badge.tsx'
import { makeButtonClassName } from '../../ui/Button.tsx'
import { FocusContainingRowOnMount } from '../../ui/FocusContainingRowOnMount.tsx'
import { useHasUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import { blockTypeDefinitions, getBlockTypeLabel, makeBlockTitle } from '../block-types/block-types.ts'
import { BlockPreview } from './BlockPreview.tsx'
import type { BlockActionHandlers, BlockMenuName } from './block-action-handlers.ts'
import { makeUnsavedEditNameOfExistingBlock } from './block-to-edit.ts'
import { ContentWarningsNotice } from './ContentWarningsNotice.tsx'
import { DragButton, isPressKey } from './DragButton.tsx'
import style from './Editor.module.css'
import { isWrittenInPlace } from './TextInPlace.tsx'

type BlockRowProps = BlockActionHandlers & {
  rowKey: string
  block: BlockPartsFragment
  /** The editor of a text that is being written; it stands in place of the preview. */
  editor: ReactNode
  /** What the checks have found in the block. */
  findings: ReactNode
  /** Whether the service does not have the block, because it is new or was deleted. */
  isUnknown: boolean
  isSelected: boolean
  isAdded: boolean
  isReadOnly: boolean
}

const stop = (event: SyntheticEvent) => event.stopPropagation()
const stopPress = (event: KeyboardEvent) => {
  if (isPressKey(event)) event.stopPropagation()
}

type RowButtonProps = ComponentProps<'button'> & { label: string; icon: LucideIcon }

/** A plain button, because a long lesson has very many of them, and each of React Aria is drawn again with the list. */
const RowButton = ({ label, icon: Icon, ...props }: RowButtonProps) => (
  <button {...props} type="button" aria-label={label} className={makeButtonClassName('quiet', true, true)}>
    <Icon aria-hidden />
  </button>
)

/** Shows one block of a lesson: its type, a preview and a menu of actions. */
export function BlockRow(props: BlockRowProps) {
  const { rowKey, block, editor, findings, isUnknown, isSelected, isAdded, isReadOnly, onOpen, ...on } = props
  const { id, type, content } = block
  const { icon: Icon } = blockTypeDefinitions[type]
  const title = makeBlockTitle(type, content)
  const isText = isWrittenInPlace(block)
  // The editor shows by itself that something is not saved, and the first key need not draw the list.
  const hasUnsavedEdit = useHasUnsavedEdit(editor ? '' : makeUnsavedEditNameOfExistingBlock(id))
  const rowProps = isReadOnly ? {} : { 'aria-selected': isSelected }
  const menuProps = (menu: BlockMenuName) => ({
    'aria-haspopup': 'menu' as const,
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => on.onOpenMenu(menu, rowKey, currentTarget),
  })
  return (
    <GridListItem
      id={rowKey}
      textValue={title}
      className={editor ? `${style.row} ${style.edited}` : style.row!}
      render={(row) => <div {...row} {...rowProps} />}
      onAction={isReadOnly || editor ? undefined : () => onOpen(block)}
    >
      <div className={style.rowTop}>
        {!isReadOnly && (
          <span className={style.handle} data-handle>
            <DragButton label={`Drag “${title}”`}>
              {isSelected ? <SquareCheck aria-hidden size={16} /> : <GripVertical aria-hidden size={16} />}
            </DragButton>
          </span>
        )}
        <Icon aria-hidden size={16} className={style.icon} />
        <span className={style.label}>{getBlockTypeLabel(type)}</span>
        {hasUnsavedEdit && <Badge variant="warning">Unsaved edit</Badge>}
        {findings}
        {/* These do not press the row. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons within get the events. */}
        <span className={style.rowActions} onPointerDown={stop} onMouseDown={stop} onClick={stop} onKeyDown={stopPress}>
          {!isReadOnly && !isUnknown && (
            <>
              <RowButton
                label={`${isText ? 'Markdown source of' : 'Edit'} “${title}”`}
                icon={isText ? FileCode : Pencil}
                onClick={() => on.onOpenForm(block)}
              />
              <RowButton label={`Add a block below “${title}”`} icon={Plus} {...menuProps('add')} />
            </>
          )}
          {!isUnknown && <RowButton label={`More actions for “${title}”`} icon={Ellipsis} {...menuProps('actions')} />}
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
