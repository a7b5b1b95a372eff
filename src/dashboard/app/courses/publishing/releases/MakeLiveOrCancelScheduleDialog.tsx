import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { UpdateReleaseDocument } from '../../../generated/later-operations.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import type { Release } from '../release-status.ts'

type MakeLiveOrCancelScheduleDialogProps = {
  courseId: string
  release: Release
  action: 'cancel' | 'revert'
  onClose(): void
}

const texts = {
  cancel: {
    title: (number: number) => `Cancel the schedule of release ${number}?`,
    action: 'Cancel schedule',
    text: 'The release stays in the list, and does not go live.',
    done: (number: number) => `Release ${number} does not go live any more.`,
  },
  revert: {
    title: (number: number) => `Make release ${number} live again?`,
    action: 'Make live',
    text: 'Learners see this release at once, instead of the current one. The draft stays as it is.',
    done: (number: number) => `Learners see release ${number} now.`,
  },
}

/** Asks for confirmation, then makes an earlier release live again, or cancels the schedule of a release. */
export function MakeLiveOrCancelScheduleDialog({
  courseId,
  release,
  action,
  onClose,
}: MakeLiveOrCancelScheduleDialogProps) {
  const { number, version } = release
  const { run, isPending, error } = useIdempotentMutation(UpdateReleaseDocument, courseQueriesToInvalidate)
  const { title, text, done, action: label } = texts[action]
  async function change(): Promise<void> {
    // The service replaces a start time in the past with the current time, so the release goes live at once.
    // The dialog does not send the time of this device, because the clock of the device may be wrong.
    const liveFrom = action === 'cancel' ? null : new Date(0).toISOString()
    const input = { liveFrom, liveUntil: null }
    if (!(await run({ courseId, number, input, expectedVersion: version }))) return
    showToast(done(number))
    onClose()
  }
  return (
    <ConfirmDialog
      title={title(number)}
      action={label}
      isOpen
      isBusy={isPending}
      error={error}
      onConfirm={() => void change()}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
