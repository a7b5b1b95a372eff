import { ClipboardCopy, Copy, Move, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatCountWithNoun } from '../labels.ts'
import style from './Selection.module.css'

type SelectedBlocksBarProps = {
  count: number
  isBusy: boolean
  onMove(): void
  onDuplicate(): void
  onCopy(): void
  onDelete(): void
  onClear(): void
}

type ActionProps = { icon: ReactNode; name: string; isBusy: boolean; onPress(): void }

/** On a narrow screen, the button has no text. */
const Action = ({ icon, name, isBusy, onPress }: ActionProps) => (
  <Button variant="quiet" isSmall icon={icon} aria-label={name} isDisabled={isBusy} onPress={onPress}>
    <span className={style.name}>{name}</span>
  </Button>
)

/** Shows how many blocks are selected, and what can be done with them. */
export const SelectedBlocksBar = ({ count, isBusy, ...on }: SelectedBlocksBarProps) => (
  <section className={style.bar} aria-label="Selected blocks" data-bottom-bar>
    <span className={style.count}>{formatCountWithNoun(count, 'block')} selected</span>
    <Action icon={<Move aria-hidden />} name="Move" isBusy={isBusy} onPress={on.onMove} />
    <Action icon={<Copy aria-hidden />} name="Duplicate" isBusy={isBusy} onPress={on.onDuplicate} />
    <Action icon={<ClipboardCopy aria-hidden />} name="Copy" isBusy={false} onPress={on.onCopy} />
    <Action icon={<Trash2 aria-hidden />} name="Delete" isBusy={isBusy} onPress={on.onDelete} />
    <Button variant="quiet" isSmall icon={<X aria-hidden />} aria-label="Clear the selection" onPress={on.onClear} />
  </section>
)
