import { Check, Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { BlockTypeAndContent } from '../block-content/content.ts'
import { BlockView } from '../block-types/BlockView.tsx'
import { getBlockTypeLabel } from '../block-types/block-types.ts'
import style from './Ai.module.css'

type GeneratedBlockProps = {
  block: BlockTypeAndContent
  number: number
  isInserted: boolean
  isBusy: boolean
  onInsert(): void
}

/** Shows a generated block with a button that inserts the block into the lesson. */
export const GeneratedBlock = ({ block, number, isInserted, isBusy, onInsert }: GeneratedBlockProps) => (
  <section className={style.block} aria-label={`Generated block ${number}`}>
    <header className={style.top}>
      <h3>
        {number}. {getBlockTypeLabel(block.type)}
      </h3>
      {isInserted ? (
        <span className={style.inserted}>
          <Check aria-hidden size={16} /> Inserted
        </span>
      ) : (
        <Button
          isSmall
          icon={<Plus aria-hidden />}
          aria-label={`Insert block ${number}`}
          isBusy={isBusy}
          onPress={onInsert}
        >
          Insert
        </Button>
      )}
    </header>
    <BlockView block={block} />
  </section>
)
