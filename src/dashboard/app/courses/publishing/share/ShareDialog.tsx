import { useApiQuery } from '../../../api/hooks.ts'
import { PublishingDocument } from '../../../generated/later-operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../../ui/LoadingPlaceholder.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { VisibilityAndSlugForm } from '../settings/VisibilityAndSlugForm.tsx'

/** Shows a dialog with the link for learners, who can read the course, and its slug. */
export function ShareDialog({ courseId, onClose }: { courseId: string; onClose(): void }) {
  const { data, error, refetch } = useApiQuery(PublishingDocument, { id: courseId })
  const { course, workspace } = data ?? {}
  return (
    <Dialog
      title={course ? `Share “${course.name}”` : 'Share'}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Done</Button>}
    >
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!course && !error && <LoadingPlaceholder lines={6} />}
      {course?.liveReleaseNumber === null && (
        <Notice variant="info" title="Not published yet">
          Learners see releases, not the draft. The link works as soon as you publish.
        </Notice>
      )}
      {course && workspace && <VisibilityAndSlugForm course={course} publicId={workspace.publicId} />}
    </Dialog>
  )
}
