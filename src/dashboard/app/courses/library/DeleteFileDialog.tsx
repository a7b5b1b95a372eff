import { ApiError } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/hooks.ts'
import {
  type AssetPartsFragment,
  DeleteAssetDocument,
  FilesDocument,
  ViewerDocument,
} from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { AssetUseList } from './AssetUseList.tsx'

type DeleteFileDialogProps = { file: AssetPartsFragment; onDeleted(): void; onClose(): void }

/** Asks for confirmation, then deletes a file. A file that is used stays, and the dialog says where it is used. */
export function DeleteFileDialog({ file: { id, name }, onDeleted, onClose }: DeleteFileDialogProps) {
  const remove = useApiMutation(DeleteAssetDocument, [FilesDocument, ViewerDocument])
  if (remove.error instanceof ApiError && remove.error.details.reason === 'asset_used')
    return (
      <Dialog title="This file is used" isOpen onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
        <p>
          <bdi>{name}</bdi> was not deleted. Remove it from these places first, and what is deleted from the trash. A
          release that is kept needs it too.
        </p>
        <AssetUseList id={id} />
      </Dialog>
    )
  const confirm = () =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          showToast(`${name} is deleted.`)
          onClose()
          onDeleted()
        },
      },
    )
  return (
    <ConfirmDialog
      title="Delete this file?"
      action="Delete file"
      isOpen
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <bdi>{name}</bdi> is deleted for good. You cannot undo this.
    </ConfirmDialog>
  )
}
