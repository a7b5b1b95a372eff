import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { getErrorMessageForUser } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useHasUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import { formatCountWithNoun } from '../labels.ts'
import checks from '../publishing/checks/Checks.module.css'
import { FindingRow } from '../publishing/checks/FindingRow.tsx'
import { findingLevels } from '../publishing/checks/finding-levels.ts'
import { describeUndismissedFindingCounts, type Finding } from '../publishing/checks/findings.ts'
import { useFindingActions } from '../publishing/checks/use-finding-actions.ts'
import { makeUnsavedEditNameOfExistingBlock } from './block-to-edit.ts'
import style from './Findings.module.css'
import { type LessonFindings, makeFindingsButtonId } from './use-lesson-findings.ts'

type FindingsProps = {
  /** The id of the block or the lesson. */
  id: string
  /** The name of the block or the lesson. */
  title: string
  findings: LessonFindings
  /** Whether arrow keys and not Tab lead to the button. */
  isInGrid?: boolean
}

/** Shows the number of findings of a block or lesson, and the worst level. A press shows the findings. */
export function FindingsButton(props: FindingsProps) {
  const { id, title, findings, isInGrid = false } = props
  const found = findings.getFindings(id)
  // The service sorts the findings by level.
  const worst = found[0]?.level
  if (!worst) return null
  const { Icon } = findingLevels[worst]
  return (
    <DialogTrigger isOpen={findings.openId === id} onOpenChange={(isOpen) => findings.setOpen(id, isOpen)}>
      <Button
        id={makeFindingsButtonId(id)}
        variant="quiet"
        isSmall
        excludeFromTabOrder={isInGrid}
        icon={<Icon aria-hidden className={checks[worst]} />}
        aria-label={`${formatCountWithNoun(found.length, 'finding')}: ${describeUndismissedFindingCounts(found)} in “${title}”`}
      >
        {found.length}
      </Button>
      <Popover className={style.popover!} placement="bottom start">
        <FindingsDialog {...props} found={found} />
      </Popover>
    </DialogTrigger>
  )
}

function FindingsDialog({ id, title, findings, found }: FindingsProps & { found: readonly Finding[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const isEdited = useHasUnsavedEdit(makeUnsavedEditNameOfExistingBlock(id))
  const { error, makeRowProps } = useFindingActions(findings.courseId, (message, fixed) => {
    // The row with the focus disappears.
    heading.current?.focus()
    findings.announceDone(message, fixed)
  })
  return (
    <Dialog className={style.dialog!} aria-labelledby={headingId}>
      <div className={style.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={style.heading}>
          <span className="visually-hidden">{title}: </span>
          {describeUndismissedFindingCounts(found)}
        </h2>
        {findings.placeCount > 1 && <NextFindingButtons findings={findings} />}
      </div>
      <ul className={checks.rows}>
        {found.map((finding) => (
          <FindingRow key={finding.findingId} {...makeRowProps(finding)} isEdited={isEdited} />
        ))}
      </ul>
      {error && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
    </Dialog>
  )
}

/** Shows the buttons that lead to the next block with findings, and to the one before. */
export const NextFindingButtons = ({ findings }: { findings: LessonFindings }) => (
  <span className={style.next}>
    <Button
      variant="quiet"
      isSmall
      icon={<ChevronUp aria-hidden />}
      aria-label="Previous finding"
      onPress={() => findings.go('previous')}
    />
    <Button
      variant="quiet"
      isSmall
      icon={<ChevronDown aria-hidden />}
      aria-label="Next finding"
      onPress={() => findings.go('next')}
    />
  </span>
)
