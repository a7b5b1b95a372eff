import { GridList } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import { BlockRow } from './BlockRow.tsx'
import style from './Editor.module.css'

export type BlockListProps = {
  blocks: BlockPartsFragment[]
  onOpen(block: BlockPartsFragment): void
  onAdd(type: BlockType, after: BlockPartsFragment): void
  onMove(id: string, index: number): void
  onDuplicate(id: string): void
  onCopyLink(block: BlockPartsFragment): void
  onElsewhere(block: BlockPartsFragment): void
  onDelete(block: BlockPartsFragment): void
}

/** The blocks of a lesson in order: opened to be written, dragged or stepped to another place. */
export function BlockList({ blocks, onMove, onOpen, ...actions }: BlockListProps) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [id] = [...keys].map(String)
      if (id === undefined) return
      const others = blocks.filter((block) => block.id !== id)
      const index = others.findIndex((block) => block.id === target.key)
      onMove(id, target.dropPosition === 'after' ? index + 1 : index)
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={style.drop!} />,
  })
  return (
    <GridList
      className={style.list!}
      aria-label="Blocks"
      items={blocks}
      dependencies={[blocks]}
      selectionMode="none"
      dragAndDropHooks={dragAndDropHooks}
    >
      {(block) => (
        <BlockRow
          block={block}
          index={blocks.indexOf(block)}
          of={blocks.length}
          onMove={onMove}
          onOpen={onOpen}
          {...actions}
        />
      )}
    </GridList>
  )
}
