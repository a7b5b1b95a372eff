import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { ArchiveCourseDocument } from '../../generated/later-operations.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'

type ArchiveCourseDialogProps = { courseId: string; name: string; isPublished: boolean; onClose(): void }

/** Asks for confirmation, then archives a course. */
export function ArchiveCourseDialog({ courseId, name, isPublished, onClose }: ArchiveCourseDialogProps) {
  const { run, isPending, error } = useIdempotentMutation(ArchiveCourseDocument, courseQueriesToInvalidate)
  async function archive(): Promise<void> {
    if (!(await run({ id: courseId }))) return
    showToast(`“${name}” archived.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Archive this course?"
      action="Archive course"
      isOpen
      isBusy={isPending}
      error={error}
      onConfirm={() => void archive()}
      onClose={onClose}
    >
      <p>
        “<bdi>{name}</bdi>” disappears from the list of courses, and nobody can change it.
        {isPublished && ' Learners do not see it any more.'} You can bring it back at any time.
      </p>
    </ConfirmDialog>
  )
}
