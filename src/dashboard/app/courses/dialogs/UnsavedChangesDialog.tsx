import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type UnsavedChangesDialogProps = {
  /** Whether the browser has stored the unsaved edit. False if the space for unsaved edits is full. */
  canKeepEdit: boolean
  onStay(): void
  onKeepEdit(): void
  onDiscard(): void
}

/** Asks the author what to do with unsaved changes. */
export const UnsavedChangesDialog = ({ canKeepEdit, onStay, onKeepEdit, onDiscard }: UnsavedChangesDialogProps) => (
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
        {canKeepEdit && <Button onPress={onKeepEdit}>Keep for later</Button>}
        <Button variant="primary" autoFocus onPress={onStay}>
          Keep editing
        </Button>
      </>
    }
  >
    <p>
      Your changes are not saved.{' '}
      {canKeepEdit
        ? 'You can keep them in this browser and continue later.'
        : 'They cannot be kept for later, because the space for unsaved edits is full.'}
    </p>
  </Dialog>
)
