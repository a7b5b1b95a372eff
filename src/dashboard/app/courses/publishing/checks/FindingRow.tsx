import { Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-aria-components/Link'
import { Button } from '../../../ui/Button.tsx'
import style from './Checks.module.css'
import { DismissFindingForm } from './DismissFindingForm.tsx'
import { findingLevels } from './finding-levels.ts'
import type { Finding } from './findings.ts'

type FindingRowProps = {
  finding: Finding
  courseId: string
  /**
   * The course, module or lesson that has the problem: its name, and the URL path of its page. Undefined if the row stands
   * beside it.
   */
  place?: { name: string; href: string } | undefined
  /** Whether there is an unsaved edit of the block, which a fix would have to overwrite. */
  isEdited?: boolean
  isFixing: boolean
  isUndoing: boolean
  onFix(): void
  onDismissed(): void
  onUndo(): void
  onOpenPlace?(): void
}

/** Shows a finding with its place in the course, a button that fixes the finding, and a button that dismisses it. */
export function FindingRow(props: FindingRowProps) {
  const { finding, courseId, place, isEdited, isFixing, isUndoing, onFix, onDismissed, onUndo, onOpenPlace } = props
  const { findingId, level, message, fix, isDismissed } = finding
  const [isAsking, setAsking] = useState(false)
  const { Icon, label } = findingLevels[level]
  let actions: ReactNode = (
    <>
      {fix && (
        <Button
          isSmall
          icon={<Wrench aria-hidden />}
          isBusy={isFixing}
          isDisabled={isEdited}
          aria-label={`Fix: ${fix}`}
          onPress={onFix}
        >
          Fix
        </Button>
      )}
      {!isAsking && (
        <Button isSmall variant="quiet" aria-label={`Dismiss: ${message}`} onPress={() => setAsking(true)}>
          Dismiss
        </Button>
      )}
    </>
  )
  if (isDismissed)
    actions = (
      <Button isSmall variant="quiet" isBusy={isUndoing} aria-label={`Undo dismissal: ${message}`} onPress={onUndo}>
        Undo
      </Button>
    )
  return (
    <li className={style.finding}>
      <Icon size={17} className={`${style.icon} ${style[level]}`} role="img" aria-label={label} />
      <div className={style.words}>
        <p>{message}</p>
        {place && (
          <p className={style.soft}>
            <Link href={place.href} onPress={onOpenPlace}>
              {place.name}
            </Link>
          </p>
        )}
        {fix && !isDismissed && (
          <p className={style.soft}>{`Fix${isEdited ? ', once the block is saved' : ''}: ${fix}`}</p>
        )}
      </div>
      <div className={style.actions}>{actions}</div>
      {isAsking && (
        <DismissFindingForm
          courseId={courseId}
          findingId={findingId}
          onDismissed={onDismissed}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  )
}
