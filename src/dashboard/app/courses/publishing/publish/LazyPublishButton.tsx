import { Globe } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'

const PublishDialog = lazy(() =>
  import('./PublishDialog.tsx').then(({ PublishDialog }) => ({ default: PublishDialog })),
)

type LazyPublishButtonProps = { courseId: string; hasUnpublishedChanges: boolean }

/**
 * Shows the button that opens the publish dialog. The browser loads the code of the dialog when the user opens the
 * dialog.
 */
export function LazyPublishButton({ courseId, hasUnpublishedChanges }: LazyPublishButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={hasUnpublishedChanges ? 'primary' : 'plain'}
        icon={<Globe aria-hidden />}
        onPress={() => setOpen(true)}
      >
        Publish
      </Button>
      {isOpen && (
        <Suspense>
          <PublishDialog courseId={courseId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
