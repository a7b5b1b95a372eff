import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TrashQuery } from '../../generated/later-operations.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatRelativeTime } from '../../ui/format-time.ts'
import { getActorName } from '../actor-name.ts'
import { makeBlockTitle } from '../block-types/block-types.ts'
import { removeMarkdownSigns } from '../block-types/text/text.ts'
import { formatCountWithNoun } from '../labels.ts'
import { DeleteForGoodDialog } from './DeleteForGoodDialog.tsx'
import { RestoreErrorNotice } from './RestoreErrorNotice.tsx'
import style from './Trash.module.css'
import { useRestoreFromTrash } from './use-restore.ts'

export type TrashEntry = TrashQuery['trashPage']['items'][number]

const levelLabels = { course: 'Course', module: 'Module', lesson: 'Lesson', block: 'Block' } as const

/** Returns the name of a deleted course, module or lesson, or the type of a deleted block with what it begins with. */
function nameEntry({ name, blockType, blockTitle }: TrashEntry): string {
  if (name !== null) return name
  return blockType ? makeBlockTitle(blockType, { title: removeMarkdownSigns(blockTitle ?? '') }) : 'Block'
}

type TrashRowProps = {
  entry: TrashEntry
  /** Called when the row has disappeared, because the entry was restored or deleted for good. */
  onRemoved(): void
}

/** Shows a deleted course, module, lesson or block, with buttons that restore it and delete it for good. */
export function TrashRow({ entry, onRemoved }: TrashRowProps) {
  const { trashId, level, course, recordCount, deletedAt, deletedBy, expiresAt } = entry
  const [isDeleting, setDeleting] = useState(false)
  const { restore, isPending, error } = useRestoreFromTrash(onRemoved)
  const name = nameEntry(entry)
  const below = recordCount - 1
  const facts = [
    level !== 'course' && (course ? `from “${course.name}”` : 'from a deleted course'),
    below > 0 && `with ${formatCountWithNoun(below, 'part')} below it`,
    `deleted ${formatRelativeTime(deletedAt)} by ${getActorName(deletedBy)}`,
    `kept until ${formatDate(expiresAt)}`,
  ]
  return (
    <li className={style.row}>
      <div className={style.text}>
        <span className={style.head}>
          <bdi className={style.name}>{name}</bdi>
          <Badge>{levelLabels[level]}</Badge>
        </span>
        <span className={style.soft}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={style.actions}>
        <Button
          isSmall
          icon={<RotateCcw aria-hidden />}
          isBusy={isPending}
          aria-label={`Restore “${name}”`}
          onPress={() => void restore([trashId], name)}
        >
          Restore
        </Button>
        <Button
          isSmall
          variant="quiet"
          icon={<Trash2 aria-hidden />}
          aria-label={`Delete “${name}” for good`}
          onPress={() => setDeleting(true)}
        />
      </div>
      {error !== undefined && (
        <RestoreErrorNotice
          error={error}
          isBusy={isPending}
          onRestoreBoth={(parentId) => void restore([parentId, trashId], name)}
        />
      )}
      {isDeleting && (
        <DeleteForGoodDialog id={trashId} name={name} onDeleted={onRemoved} onClose={() => setDeleting(false)} />
      )}
    </li>
  )
}
