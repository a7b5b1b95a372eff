import { GridList } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { type BlockActionHandlers, BlockRow } from './BlockRow.tsx'
import style from './Editor.module.css'

type BlockListProps = BlockActionHandlers & {
  blocks: BlockPartsFragment[]
  /** The id of a new block that should get the focus. */
  addedId: string | undefined
  isReadOnly: boolean
}

/** Lists the blocks of a lesson. The author can open, drag and reorder the blocks unless the list is read-only. */
export function BlockList({ blocks, addedId, isReadOnly, ...actions }: BlockListProps) {
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [id] = [...keys].map(String)
      if (id === undefined) return
      const others = blocks.filter((block) => block.id !== id)
      const index = others.findIndex((block) => block.id === target.key)
      actions.onReorder(id, target.dropPosition === 'after' ? index + 1 : index)
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={style.drop!} />,
  })
  return (
    <GridList
      className={style.list!}
      aria-label="Blocks"
      items={blocks}
      dependencies={[blocks, addedId, isReadOnly]}
      selectionMode="none"
      dragAndDropHooks={dragAndDropHooks}
    >
      {(block) => (
        <BlockRow
          block={block}
          index={blocks.indexOf(block)}
          blockCount={blocks.length}
          isAdded={block.id === addedId}
          isReadOnly={isReadOnly}
          {...actions}
        />
      )}
    </GridList>
  )
}
