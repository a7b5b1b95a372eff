import { useState } from 'react'
import { useApiQuery } from '../../../api/hooks.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { RestorePlanDocument, RestoreReleaseDocument } from '../../../generated/later-operations.ts'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../../ui/LoadingPlaceholder.tsx'
import { Select } from '../../../ui/Select.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { FormDialog } from '../../dialogs/FormDialog.tsx'
import { useDraftOutline, useReleaseOutline } from '../diff/use-outlines.ts'
import { RestorePlan } from './RestorePlan.tsx'

type RestoreDialogProps = {
  courseId: string
  number: number
  /** The lesson that is selected at first. By default, the whole course is selected. */
  lessonId?: string
  onClose(): void
}

/**
 * Shows a dialog that says what the restore of a release would change in the draft. After confirmation, the dialog
 * restores the release.
 */
export function RestoreDialog({ courseId, number, lessonId, onClose }: RestoreDialogProps) {
  const [selected, setSelected] = useState(lessonId ?? 'course')
  const chosenLessonId = selected === 'course' ? undefined : selected
  const outline = useReleaseOutline(courseId, number)
  const draft = useDraftOutline(courseId)
  const plan = useApiQuery(
    RestorePlanDocument,
    { courseId, release: number, lessonId: chosenLessonId },
    { shouldKeepPrevious: true },
  )
  const { run, isPending, error } = useIdempotentMutation(RestoreReleaseDocument, courseQueriesToInvalidate)
  const planned = plan.data?.restoreRelease

  async function restore(): Promise<void> {
    if (!planned || plan.isPlaceholderData) return
    const expectedVersion = planned.course.treeVersion
    const result = await run({ courseId, release: number, lessonId: chosenLessonId, expectedVersion })
    if (!result) return
    const { frozen } = result.restoreRelease
    showToast(
      `Restored. ${frozen ? `The draft as it was before is release ${frozen.number}. ` : ''}Publish to show it to learners.`,
    )
    onClose()
  }
  const lessons = (outline ?? []).flatMap((module) =>
    module.lessons.map(({ id, name }) => ({ value: id, label: `${module.name} › ${name}` })),
  )
  return (
    <FormDialog
      title={`Restore release ${number}`}
      action="Restore"
      isBusy={isPending || plan.isPlaceholderData}
      error={error}
      onSave={() => void restore()}
      onClose={onClose}
    >
      <p>
        The draft becomes what it was in release {number}. The current draft stays in the list of releases. Learners see
        no difference until you publish.
      </p>
      <Select
        label="What to restore"
        value={selected}
        options={[{ value: 'course', label: 'The whole course' }, ...lessons]}
        onChange={setSelected}
      />
      {plan.error && <LoadErrorNotice error={plan.error} onRetry={() => void plan.refetch()} />}
      {!planned && !plan.error && <LoadingPlaceholder />}
      {planned && <RestorePlan plan={planned} before={draft ?? []} after={(chosenLessonId ? draft : outline) ?? []} />}
    </FormDialog>
  )
}
