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
import { findLessonAtPath } from '../diff/group-changes.ts'
import { useDraftOutline, useReleaseOutline } from '../diff/use-outlines.ts'
import { type ReleaseRestoreChange, ReleaseRestoreChangeList } from './ReleaseRestoreChangeList.tsx'

type RestoreReleaseDialogProps = {
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
export function RestoreReleaseDialog({ courseId, number, lessonId, onClose }: RestoreReleaseDialogProps) {
  const [selected, setSelected] = useState(lessonId ?? 'course')
  const chosenLessonId = selected === 'course' ? undefined : selected
  const outline = useReleaseOutline(courseId, number)
  const draft = useDraftOutline(courseId)
  const plan = useApiQuery(RestorePlanDocument, { courseId, release: number, lessonId: chosenLessonId })
  const { run, isPending, error } = useIdempotentMutation(RestoreReleaseDocument, courseQueriesToInvalidate)
  const planned = plan.data?.restoreRelease
  const queries = [plan, outline, draft]
  const loadError = queries.find((query) => query.error)?.error
  const isLoaded = queries.every(({ data }) => data)
  const retry = () => void Promise.all(queries.filter((query) => query.error).map((query) => query.refetch()))

  async function restore(): Promise<void> {
    if (!planned) return
    const expectedVersion = planned.course.treeVersion
    const result = await run({ courseId, release: number, lessonId: chosenLessonId, expectedVersion })
    if (!result) return
    const { frozen } = result.restoreRelease
    showToast(
      `Restored. ${frozen ? `The draft as it was before is release ${frozen.number}. ` : ''}Publish to show it to learners.`,
    )
    onClose()
  }
  const lessons = (outline.data ?? []).flatMap((module) =>
    module.lessons.map(({ id, name }) => ({ value: id, name, label: `${module.name} › ${name}` })),
  )
  const chosen = lessons.find(({ value }) => value === chosenLessonId)
  /** Returns the name of the lesson that contains a changed block. */
  function findLessonName({ path, change }: ReleaseRestoreChange): string | undefined {
    if (chosen) return chosen.name
    // A deleted block has a path in the draft. Any other block has a path in the release.
    return findLessonAtPath(path, (change === 'deleted' ? draft : outline).data ?? [])?.name
  }
  return (
    <FormDialog
      title={`Restore release ${number}`}
      action="Restore"
      isBusy={isPending || plan.isPending}
      error={error}
      onSave={() => void restore()}
      onClose={onClose}
    >
      <p>
        {chosenLessonId ? 'The lesson becomes' : 'The draft becomes'} what it was in release {number}.{' '}
        {chosenLessonId && 'The rest of the draft stays as it is. '}The draft as it is now stays in the list of
        releases. Learners see no difference until you publish.
      </p>
      <Select
        label="What to restore"
        value={selected}
        options={[{ value: 'course', label: 'The whole course' }, ...lessons]}
        onChange={setSelected}
      />
      {loadError && <LoadErrorNotice error={loadError} onRetry={retry} />}
      {!isLoaded && !loadError && <LoadingPlaceholder />}
      {planned && isLoaded && (
        <ReleaseRestoreChangeList plan={planned} isWhole={!chosenLessonId} findLessonName={findLessonName} />
      )}
    </FormDialog>
  )
}
