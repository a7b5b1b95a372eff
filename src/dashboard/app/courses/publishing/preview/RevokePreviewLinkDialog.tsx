import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { PreviewLinksDocument, RevokePreviewLinkDocument } from '../../../generated/later-operations.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showToast } from '../../../ui/toast-queue.ts'

type RevokePreviewLinkDialogProps = { id: string; onRevoked(): void; onClose(): void }

/** Asks for confirmation, then revokes a preview link. */
export function RevokePreviewLinkDialog({ id, onRevoked, onClose }: RevokePreviewLinkDialogProps) {
  const { run, isPending, error } = useIdempotentMutation(RevokePreviewLinkDocument, [PreviewLinksDocument])
  async function revoke(): Promise<void> {
    if (!(await run({ id }))) return
    showToast('The link was revoked.')
    onClose()
    onRevoked()
  }
  return (
    <ConfirmDialog
      title="Revoke this preview link?"
      action="Revoke link"
      isOpen
      isBusy={isPending}
      error={error}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>The link stops working at once, for everybody who has it.</p>
    </ConfirmDialog>
  )
}
