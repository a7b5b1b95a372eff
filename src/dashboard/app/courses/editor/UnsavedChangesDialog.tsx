import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type UnsavedChangesDialogProps = {
  /** False if the browser's storage is full, so that no unsaved draft can be stored. */
  canKeepDraft: boolean
  onStay(): void
  onKeepDraft(): void
  onDiscard(): void
}

/** Asks the author what to do with unsaved changes. */
export const UnsavedChangesDialog = ({ canKeepDraft, onStay, onKeepDraft, onDiscard }: UnsavedChangesDialogProps) => (
  <Dialog
    title="Leave without saving?"
    isOpen
    isAlert
    onClose={onStay}
    actions={
      <>
        <Button variant="danger" onPress={onDiscard}>
          Discard changes
        </Button>
        {canKeepDraft && <Button onPress={onKeepDraft}>Keep as draft</Button>}
        <Button variant="primary" autoFocus onPress={onStay}>
          Keep editing
        </Button>
      </>
    }
  >
    <p>
      Your changes are not saved.{' '}
      {canKeepDraft
        ? 'You can keep them as a draft in this browser and continue later.'
        : 'They cannot be kept as a draft, because the browser’s storage is full.'}
    </p>
  </Dialog>
)
