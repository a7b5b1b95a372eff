import { CircleCheck } from 'lucide-react'
import type { RefObject } from 'react'
import checks from '../publishing/checks/Checks.module.css'
import style from './Findings.module.css'
import { FindingsButton, NextFindingButtons } from './FindingsButton.tsx'
import type { LessonFindings } from './use-lesson-findings.ts'

type LessonFindingsSummaryProps = {
  lesson: { id: string; name: string }
  findings: LessonFindings
  /** The words get the focus when the last finding of the lesson itself is gone. */
  summaryRef: RefObject<HTMLParagraphElement | null>
}

/** Says how much the checks have found in a lesson, and leads from one finding to the next. */
export function LessonFindingsSummary({ lesson, findings, summaryRef }: LessonFindingsSummaryProps) {
  const { summary, isIncomplete, placeCount } = findings
  if (summary === undefined) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-label="Checks" className={style.summary}>
      <p ref={summaryRef} tabIndex={-1}>
        {placeCount === 0 && <CircleCheck aria-hidden size={15} className={checks.passed} />} {summary}
        {isIncomplete && ', or more: the course has too many to list'}
      </p>
      <FindingsButton id={lesson.id} title={lesson.name} findings={findings} />
      {placeCount > 0 && <NextFindingButtons findings={findings} />}
    </div>
  )
}
