import { Check, Plus } from 'lucide-react'
import { Button } from '../../parts/Button.tsx'
import { BlockView } from '../blocks/BlockView.tsx'
import type { ShownBlock } from '../blocks/content.ts'
import { kinds } from '../editor/kinds.ts'
import style from './Ai.module.css'

type ProposalProps = { block: ShownBlock; number: number; isTaken: boolean; isBusy: boolean; onTake(): void }

/** A block that the language model has written, to be read and taken. */
export const Proposal = ({ block, number, isTaken, isBusy, onTake }: ProposalProps) => (
  <section className={style.proposal} aria-label={`Proposed block ${number}`}>
    <header className={style.top}>
      <h3>
        {number}. {kinds[block.type].label}
      </h3>
      {isTaken ? (
        <span className={style.taken}>
          <Check aria-hidden size={16} /> In the lesson
        </span>
      ) : (
        <Button small icon={<Plus aria-hidden />} aria-label={`Take block ${number}`} isBusy={isBusy} onPress={onTake}>
          Take
        </Button>
      )}
    </header>
    <BlockView block={block} />
  </section>
)
