import { Share2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { usePageCommands } from '../../../commands/page-commands.ts'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import { Button } from '../../../ui/Button.tsx'
import { LazyDialog } from '../../../ui/LazyDialog.tsx'

const ShareDialog = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./ShareDialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
  ),
)

/** Shows the button that opens the dialog with the link for learners. */
export function LazyShareButton({ courseId }: { courseId: string }) {
  const [isOpen, setOpen] = useState(false)
  usePageCommands([{ label: 'Share the course', icon: Share2, run: () => setOpen(true) }])
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={<Share2 aria-hidden />} onPress={() => setOpen(true)}>
        Share
      </Button>
      {isOpen && (
        <LazyDialog title="Share" onClose={close}>
          <ShareDialog courseId={courseId} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}
