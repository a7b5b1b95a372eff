import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { DeleteTrashEntryDocument, TrashDocument } from '../../generated/later-operations.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { showToast } from '../../ui/toast-queue.ts'

type DeleteForGoodDialogProps = { id: string; name: string; onDeleted(): void; onClose(): void }

/** Asks for confirmation, then deletes an entry of the trash for good. */
export function DeleteForGoodDialog({ id, name, onDeleted, onClose }: DeleteForGoodDialogProps) {
  const { run, isPending, error } = useIdempotentMutation(DeleteTrashEntryDocument, [TrashDocument])
  async function confirm(): Promise<void> {
    if (!(await run({ id }))) return
    showToast(`“${name}” deleted for good.`)
    onClose()
    onDeleted()
  }
  return (
    <ConfirmDialog
      title="Delete this for good?"
      action="Delete for good"
      isOpen
      isBusy={isPending}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        “<bdi>{name}</bdi>” and everything below it is deleted now. You cannot undo this.
      </p>
    </ConfirmDialog>
  )
}
