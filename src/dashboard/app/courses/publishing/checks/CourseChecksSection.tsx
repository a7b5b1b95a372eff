import { CircleCheck, Wrench } from 'lucide-react'
import type { RefObject } from 'react'
import { getErrorMessageForUser } from '../../../api/api-error.ts'
import type { PublishGate, PublishPlanMutation } from '../../../generated/later-operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { DisclosureSection } from '../../../ui/DisclosureSection.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useLiveRegion } from '../../../ui/use-live-region.tsx'
import { formatCountWithNoun } from '../../labels.ts'
import { makeBlockEditorPath, makeCoursePath, makeLessonEditorPath } from '../../paths.ts'
import type { ModuleAndLessonNames } from '../diff/group-changes.ts'
import style from './Checks.module.css'
import { DismissedFindingList } from './DismissedFindingList.tsx'
import { FindingRow } from './FindingRow.tsx'
import { describeUndismissedFindingCounts, doesFindingPreventPublish, type Finding } from './findings.ts'
import { useFindingActions } from './use-finding-actions.ts'

/** The maximum number of findings that the API fixes in one request. */
const maxFixes = 100

type FoundChecks = Omit<NonNullable<PublishPlanMutation['createRelease']['checks']>, 'findings'> & {
  findings: readonly Finding[]
}

type CourseChecksSectionProps = {
  courseId: string
  /** What the checks have found in the content that the author is about to publish. */
  checks: FoundChecks
  /** The ids of the lessons that the author is about to publish, or undefined for the whole course. */
  lessonIds: readonly string[] | undefined
  gate: PublishGate
  outline: ModuleAndLessonNames
  /** The heading, which gets the focus when the author should see the findings. */
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Called when the author follows the link to the page on which a finding can be corrected. */
  onLeave(): void
}

function findPlace({ kind, nodeId, lessonId }: Finding, courseId: string, outline: ModuleAndLessonNames) {
  if (kind === 'course') return { name: 'This course', href: makeCoursePath(courseId) }
  const module = outline.find(({ id, lessons }) => id === nodeId || lessons.some((lesson) => lesson.id === lessonId))
  if (!module) return undefined
  const lesson = module.lessons.find(({ id }) => id === lessonId)
  if (!lesson || !lessonId) return { name: module.name, href: makeCoursePath(courseId) }
  const href =
    kind === 'block' ? makeBlockEditorPath(courseId, lessonId, nodeId) : makeLessonEditorPath(courseId, lessonId)
  return { name: `${module.name} › ${lesson.name}`, href }
}

/** Shows what the checks have found in a course. The author can fix or dismiss each finding. */
export function CourseChecksSection(props: CourseChecksSectionProps) {
  const { courseId, checks, lessonIds, gate, outline, headingRef, onLeave } = props
  const { findings, omitted, counts } = checks
  const { announce, region } = useLiveRegion()
  const preventing = findings.filter((finding) => doesFindingPreventPublish(finding, gate))
  const others = findings.filter((finding) => !doesFindingPreventPublish(finding, gate))
  const fixable = findings.filter(({ fix }) => fix !== null).slice(0, maxFixes)

  // The row with the focus disappears, so the focus moves to the heading.
  const { fix, isFixing, error, makeRowProps } = useFindingActions(courseId, (message) => {
    announce(message)
    headingRef.current?.focus()
  })
  const row = (finding: Finding) => (
    <FindingRow
      key={finding.findingId}
      {...makeRowProps(finding)}
      place={findPlace(finding, courseId, outline)}
      onOpenPlace={onLeave}
    />
  )
  return (
    <section className={style.checks} aria-label="Checks">
      <div className={style.head}>
        <div>
          <h3 ref={headingRef} tabIndex={-1} className={style.heading}>
            Checks
          </h3>
          {findings.length > 0 && (
            <p className={style.soft}>The checks have found {describeUndismissedFindingCounts(findings)}.</p>
          )}
        </div>
        {fixable.length > 1 && (
          <Button
            isSmall
            icon={<Wrench aria-hidden />}
            isBusy={isFixing}
            onPress={() => void fix(fixable.map(({ findingId }) => findingId))}
          >
            Fix all {fixable.length}
          </Button>
        )}
      </div>
      {findings.length === 0 && (
        <p className={style.soft}>
          <CircleCheck aria-hidden size={15} className={style.passed} /> The checks have found nothing to correct.
        </p>
      )}
      {preventing.length > 0 && (
        <>
          <Notice variant="warning" title="This course cannot be published yet">
            Correct or dismiss{' '}
            {preventing.length === 1 ? 'this finding' : `these ${preventing.length.toLocaleString('en')} findings`}{' '}
            first: the publish gate of the workspace requires it.
          </Notice>
          <ul className={style.rows}>{preventing.map(row)}</ul>
        </>
      )}
      {others.length > 0 && (
        <DisclosureSection level={4} title={`Optional: ${describeUndismissedFindingCounts(others)}`}>
          <ul className={style.rows}>{others.map(row)}</ul>
        </DisclosureSection>
      )}
      {counts.dismissed > 0 && (
        <DismissedFindingList courseId={courseId} count={counts.dismissed} lessonIds={lessonIds} renderRow={row} />
      )}
      {omitted > 0 && <p className={style.soft}>{formatCountWithNoun(omitted, 'further finding')} not shown.</p>}
      {error && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
      {region}
    </section>
  )
}
