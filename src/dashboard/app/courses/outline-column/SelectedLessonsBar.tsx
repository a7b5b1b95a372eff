import { Move, Trash2, X } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { formatCountWithNoun } from '../labels.ts'
import style from './OutlineColumn.module.css'

type SelectedLessonsBarProps = { count: number; onMove(): void; onDelete(): void; onClear(): void }

/** Shows how many lessons are selected, and what can be done with them. */
export const SelectedLessonsBar = ({ count, onMove, onDelete, onClear }: SelectedLessonsBarProps) => (
  <div className={style.selection}>
    <span className={style.selectionCount}>{formatCountWithNoun(count, 'lesson')} selected</span>
    <Button variant="quiet" isSmall icon={<Move aria-hidden />} aria-label="Move to another module" onPress={onMove} />
    <Button
      variant="quiet"
      isSmall
      icon={<Trash2 aria-hidden />}
      aria-label="Delete the selected lessons"
      onPress={onDelete}
    />
    <Button variant="quiet" isSmall icon={<X aria-hidden />} aria-label="Clear the selection" onPress={onClear} />
  </div>
)
