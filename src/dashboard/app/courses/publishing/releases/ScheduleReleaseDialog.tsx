import { useState } from 'react'
import { findFieldErrorMessage } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { UpdateReleaseDocument } from '../../../generated/later-operations.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { FormDialog } from '../../dialogs/FormDialog.tsx'
import { DateTimeField } from '../DateTimeField.tsx'
import type { Release, ReleaseStatus } from '../release-status.ts'
import { formatTimeForDateTimeInput, parseDateTimeInputOrKeepSaved } from '../time-zone.ts'

type ScheduleReleaseDialogProps = { courseId: string; release: Release; status: ReleaseStatus; onClose(): void }

/**
 * Shows a dialog that changes when learners see a release. The author can change the start only before the release goes
 * live.
 */
export function ScheduleReleaseDialog({ courseId, release, status, onClose }: ScheduleReleaseDialogProps) {
  const { number, version, liveFrom, liveUntil } = release
  const hasStart = status === 'scheduled'
  const [start, setStart] = useState(() => (liveFrom ? formatTimeForDateTimeInput(liveFrom) : ''))
  const [end, setEnd] = useState(() => (liveUntil ? formatTimeForDateTimeInput(liveUntil) : ''))
  const [problems, setProblems] = useState<{ start?: string; end?: string }>({})
  const { run, isPending, error } = useIdempotentMutation(UpdateReleaseDocument, courseQueriesToInvalidate)

  async function save(): Promise<void> {
    const [from, until] = [
      parseDateTimeInputOrKeepSaved(start, liveFrom),
      parseDateTimeInputOrKeepSaved(end, liveUntil),
    ]
    const found = {
      ...(hasStart && !from && { start: 'Enter a date and a time.' }),
      ...(until && Date.parse(until) <= Date.now() && { end: 'Enter a time in the future.' }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const input = { ...(hasStart && { liveFrom: from }), liveUntil: until ?? null }
    if (!(await run({ courseId, number, input, expectedVersion: version }))) return
    showToast('The schedule was saved.')
    onClose()
  }
  return (
    <FormDialog
      title={`Schedule of release ${number}`}
      action="Save"
      isBusy={isPending}
      error={error}
      onSave={() => void save()}
      onClose={onClose}
    >
      {hasStart && (
        <DateTimeField
          label="Learners see it from"
          value={start}
          errorMessage={problems.start ?? findFieldErrorMessage(error, 'liveFrom')}
          onChange={setStart}
        />
      )}
      <DateTimeField
        label="Until (optional)"
        value={end}
        errorMessage={problems.end ?? findFieldErrorMessage(error, 'liveUntil')}
        onChange={setEnd}
      />
      <p>When a release ends, learners see the release before it again.</p>
    </FormDialog>
  )
}
