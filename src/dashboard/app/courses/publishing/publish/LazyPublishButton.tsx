import { Globe } from 'lucide-react'
import { lazy, useState } from 'react'
import { usePageCommands } from '../../../commands/page-commands.ts'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import { Button } from '../../../ui/Button.tsx'
import { LazyDialog } from '../../../ui/LazyDialog.tsx'
import { useUnsavedEditToContinue } from '../../../unsaved-edits/continued-edit.ts'
import { makeUnsavedEditNameOfReleaseMessage } from './message-edit.ts'

const PublishDialog = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./PublishDialog.tsx').then(({ PublishDialog }) => ({ default: PublishDialog })),
  ),
)

type LazyPublishButtonProps = { courseId: string; hasUnpublishedChanges: boolean }

/**
 * Shows the button that opens the publish dialog. The browser loads the code of the dialog when the user opens the
 * dialog.
 */
export function LazyPublishButton({ courseId, hasUnpublishedChanges }: LazyPublishButtonProps) {
  const { continuedName, finish } = useUnsavedEditToContinue()
  const [isOpen, setOpen] = useState(continuedName === makeUnsavedEditNameOfReleaseMessage(courseId))
  usePageCommands([{ label: 'Publish the course', icon: Globe, run: () => setOpen(true) }])
  const close = () => {
    setOpen(false)
    finish()
  }
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
        <LazyDialog title="Publish" onClose={close}>
          <PublishDialog courseId={courseId} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}
