import { DisclosureSection } from '../../../ui/DisclosureSection.tsx'
import { ChangeList } from '../diff/ChangeList.tsx'
import { type ChangeGroup, describeChangeCounts, describeCourseSize } from '../diff/group-changes.ts'
import style from './Publish.module.css'
import type { PublishDialogData } from './use-publish-dialog-data.ts'

const maxInitiallyOpen = 6

type ChangesToPublishSectionProps = { plan: PublishDialogData; groups: readonly ChangeGroup[]; isPartial: boolean }

/** Shows what a publish changes for learners. */
export function ChangesToPublishSection({ plan, groups, isPartial }: ChangesToPublishSectionProps) {
  const { diff, isUnchanged } = plan
  const { liveReleaseNumber: live } = plan.course
  let summary = `Compared with release ${live}, which learners see now: ${describeChangeCounts(diff.counts)}.`
  if (isPartial)
    summary = `Only the lessons that you select below replace those of release ${live}, which learners see now.`
  if (live === null)
    summary = `Learners do not see this course yet. It has ${describeCourseSize(plan.names.after, plan.blockCount)}.`
  else if (isUnchanged) summary = `Nothing differs from release ${live}, which learners see now.`
  const isOpen = live !== null && groups.length <= maxInitiallyOpen
  return (
    <section className={style.section} aria-label="Changes">
      <h3>Changes</h3>
      <p className={style.soft}>{summary}</p>
      {groups.length > 0 && (
        <DisclosureSection level={4} title="Show the changes" isInitiallyOpen={isOpen}>
          <div className={style.changes}>
            <ChangeList groups={groups} isComplete={diff.isComplete} />
          </div>
        </DisclosureSection>
      )}
    </section>
  )
}
