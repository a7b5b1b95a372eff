import { Ellipsis, FileCode, GripVertical, type LucideIcon, Pencil, Plus, SquareCheck } from 'lucide-react'
import { type ComponentProps, type MouseEvent, memo, type ReactNode } from 'react'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import { Badge } from '../../ui/Badge.tsx'
import { makeButtonClassName } from '../../ui/Button.tsx'
import { FocusContainingRowOnMount } from '../../ui/FocusContainingRowOnMount.tsx'
import { useHasUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import { blockTypeDefinitions, getBlockTypeLabel, makeBlockTitle } from '../block-types/block-types.ts'
import type { BlockItem } from './BlockMenus.tsx'
import { BlockPreview } from './BlockPreview.tsx'
import type { BlockActionHandlers, BlockMenuName } from './block-action-handlers.ts'
import { makeUnsavedEditNameOfExistingBlock } from './block-to-edit.ts'
import { ContentWarningsNotice } from './ContentWarningsNotice.tsx'
import style from './Editor.module.css'
import { isWrittenInPlace } from './TextInPlace.tsx'

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

type BlockRowProps = BlockActionHandlers & {
  item: BlockItem
  /** The editor of the block; it stands in place of the preview. */
  editor: ReactNode
  /** What the checks have found in the block. */
  findings: ReactNode
  /** Whether Tab leads to the row. */
  isTabStop: boolean
  isDragged: boolean
  isReadOnly: boolean
}

type RowButtonProps = ComponentProps<'button'> & { label: string; icon: LucideIcon }

/** A plain button, because a long lesson has very many of them, and each of React Aria takes its time. */
const RowButton = ({ label, icon: Icon, ...props }: RowButtonProps) => (
  <button {...props} type="button" aria-label={label} className={makeButtonClassName('quiet', true, true)}>
    <Icon aria-hidden />
  </button>
)

/** Shows one block of a lesson: its type, a preview and a menu of actions. It is drawn again only if its props change. */
export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  const { item, editor, findings, isTabStop, isDragged, isReadOnly, ...on } = props
  const { id: rowKey, isUnknown } = item
  const block = item.block ?? makeNewBlock(rowKey, item.type)
  const { id, type, content } = block
  const { icon: Icon } = blockTypeDefinitions[type]
  const title = makeBlockTitle(type, content)
  const isText = isWrittenInPlace(block)
  const isSelected = item.selectedCount > 0
  // The editor shows by itself that something is not saved, and the first key need not draw the row.
  const hasUnsavedEdit = useHasUnsavedEdit(editor ? '' : makeUnsavedEditNameOfExistingBlock(id))
  const buttonProps = { tabIndex: editor ? 0 : -1 }
  const menuProps = (menu: BlockMenuName) => ({
    ...buttonProps,
    'aria-haspopup': 'menu' as const,
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => on.onOpenMenu(menu, rowKey, currentTarget),
  })
  const press = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    // What a button opens is outside of the row.
    const isOnRow = currentTarget.contains(target as Node) && !(target as Element).closest('[data-row-buttons]')
    if (isOnRow) on.onPress(rowKey, event)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of cards is no row of a table.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of its rows.
    <div
      role="row"
      aria-label={title}
      aria-selected={isReadOnly ? undefined : isSelected}
      data-key={rowKey}
      tabIndex={isTabStop ? 0 : -1}
      draggable={!isReadOnly && !editor}
      className={[style.row, editor && style.edited, isDragged && style.dragged].filter(Boolean).join(' ')}
      onClick={isReadOnly || editor ? undefined : press}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus. */}
      <div role="gridcell">
        <div className={style.rowTop}>
          {!isReadOnly && (
            // biome-ignore lint/a11y/noStaticElementInteractions: the button within takes the keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
            <span
              draggable
              data-row-buttons
              className={style.handle}
              onClick={(event) => on.onPressHandle(rowKey, event)}
            >
              <button type="button" {...buttonProps} aria-label={`Select “${title}”`} aria-pressed={isSelected}>
                {isSelected ? <SquareCheck aria-hidden size={16} /> : <GripVertical aria-hidden size={16} />}
              </button>
            </span>
          )}
          <Icon aria-hidden size={16} className={style.icon} />
          <span className={style.label}>{getBlockTypeLabel(type)}</span>
          {hasUnsavedEdit && <Badge variant="warning">Unsaved edit</Badge>}
          {findings && <span data-row-buttons>{findings}</span>}
          <span data-row-buttons className={style.rowActions}>
            {!isReadOnly && !isUnknown && (
              <>
                <RowButton
                  {...buttonProps}
                  label={`${isText ? 'Markdown source of' : 'Edit'} “${title}”`}
                  icon={isText ? FileCode : Pencil}
                  onClick={() => on.onOpenForm(block)}
                />
                <RowButton {...menuProps('add')} label={`Add a block below “${title}”`} icon={Plus} />
              </>
            )}
            {!isUnknown && (
              <RowButton {...menuProps('actions')} label={`More actions for “${title}”`} icon={Ellipsis} />
            )}
          </span>
        </div>
        {item.isAdded && <FocusContainingRowOnMount onFocused={on.onAddedFocused} />}
        {editor ?? (
          <>
            <BlockPreview block={block} title={title} />
            <ContentWarningsNotice warnings={block.contentWarnings} />
          </>
        )}
      </div>
    </div>
  )
})
