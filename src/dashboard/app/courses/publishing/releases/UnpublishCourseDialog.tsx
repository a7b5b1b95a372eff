import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { UnpublishCourseDocument } from '../../../generated/later-operations.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'

type UnpublishCourseDialogProps = { courseId: string; name: string; onClose(): void }

/** Asks for confirmation, then unpublishes a course. */
export function UnpublishCourseDialog({ courseId, name, onClose }: UnpublishCourseDialogProps) {
  const { run, isPending, error } = useIdempotentMutation(UnpublishCourseDocument, courseQueriesToInvalidate)
  async function unpublish(): Promise<void> {
    if (!(await run({ id: courseId }))) return
    showToast('Unpublished. Learners do not see the course any more.')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Unpublish this course?"
      action="Unpublish"
      isOpen
      isBusy={isPending}
      error={error}
      onConfirm={() => void unpublish()}
      onClose={onClose}
    >
      <p>
        Learners do not see “<bdi>{name}</bdi>” any more, and scheduled releases do not go live. The draft and all
        releases stay, and you can publish again at any time.
      </p>
    </ConfirmDialog>
  )
}
