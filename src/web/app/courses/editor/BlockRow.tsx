import { ArrowDown, ArrowUp, Copy, GripVertical, Link, Move, Pencil, Trash2 } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridListItem } from 'react-aria-components/GridList'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { BlockView } from '../blocks/BlockView.tsx'
import { useHasDraft } from '../drafts.ts'
import { ActionMenu } from '../parts/ActionMenu.tsx'
import { AddBlock } from './AddBlock.tsx'
import type { BlockListProps } from './BlockList.tsx'
import { draftOf } from './BlockSheet.tsx'
import style from './Editor.module.css'
import { kinds, titleOf } from './kinds.ts'

type BlockRowProps = Omit<BlockListProps, 'blocks'> & { block: BlockPartsFragment; index: number; of: number }

/** One block of the list: what it is, how it looks, and what can be done with it. */
export function BlockRow({ block, index, of, onOpen, onAdd, onMove, ...on }: BlockRowProps) {
  const { id, type, content } = block
  const { label, icon: Icon } = kinds[type]
  const title = titleOf(type, content)
  const hasDraft = useHasDraft(draftOf({ block }))
  const actions = [
    { label: 'Move up', icon: ArrowUp, run: () => onMove(id, index - 1), isDisabled: index === 0 },
    { label: 'Move down', icon: ArrowDown, run: () => onMove(id, index + 1), isDisabled: index === of - 1 },
    { label: 'Move to another lesson', icon: Move, run: () => on.onElsewhere(block) },
    { label: 'Duplicate', icon: Copy, run: () => on.onDuplicate(id) },
    { label: 'Copy link', icon: Link, run: () => on.onCopyLink(block) },
    { label: 'Delete', icon: Trash2, run: () => on.onDelete(block), isDanger: true },
  ]
  return (
    <GridListItem id={id} textValue={title} className={style.row!} onAction={() => onOpen(block)}>
      <div className={style.rowTop}>
        <AriaButton slot="drag" className={style.handle!} aria-label={`Drag “${title}”`}>
          <GripVertical aria-hidden size={16} />
        </AriaButton>
        <Icon aria-hidden size={16} className={style.kind} />
        <span className={style.label}>{label}</span>
        {hasDraft && <Badge look="warn">Unsaved draft</Badge>}
        <span className={style.rowActions}>
          <Button
            look="quiet"
            small
            icon={<Pencil aria-hidden />}
            aria-label={`Edit “${title}”`}
            onPress={() => onOpen(block)}
          />
          <AddBlock below={title} onAdd={(added) => onAdd(added, block)} />
          <ActionMenu small label={`More for “${title}”`} actions={actions} />
        </span>
      </div>
      <div className={style.rowView} inert>
        <BlockView block={block} />
      </div>
    </GridListItem>
  )
}
