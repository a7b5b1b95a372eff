import { CircleAlert, Info, TriangleAlert, Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-aria-components/Link'
import type { CheckLevel } from '../../../generated/later-operations.ts'
import { Button } from '../../../ui/Button.tsx'
import style from './Checks.module.css'
import { DismissFindingForm } from './DismissFindingForm.tsx'
import type { Finding } from './findings.ts'

const levels: Record<CheckLevel, { Icon: typeof Info; label: string }> = {
  error: { Icon: CircleAlert, label: 'Error:' },
  warning: { Icon: TriangleAlert, label: 'Warning:' },
  info: { Icon: Info, label: 'Hint:' },
}

type FindingRowProps = {
  finding: Finding
  courseId: string
  /** The course, module or lesson that has the problem: its name, and the URL path of its page. */
  place: { name: string; href: string } | undefined
  isFixing: boolean
  isUndoing: boolean
  onFix(): void
  onDismissed(): void
  onUndo(): void
  onOpenPlace(): void
}

/** Shows a finding with its place in the course, a button that fixes the finding, and a button that dismisses it. */
export function FindingRow(props: FindingRowProps) {
  const { finding, courseId, place, isFixing, isUndoing, onFix, onDismissed, onUndo, onOpenPlace } = props
  const { findingId, level, message, fix, isDismissed } = finding
  const [isAsking, setAsking] = useState(false)
  const { Icon, label } = levels[level]
  let actions: ReactNode = (
    <>
      {fix && (
        <Button isSmall icon={<Wrench aria-hidden />} isBusy={isFixing} aria-label={`Fix: ${fix}`} onPress={onFix}>
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
        {fix && !isDismissed && <p className={style.soft}>Fix: {fix}</p>}
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
