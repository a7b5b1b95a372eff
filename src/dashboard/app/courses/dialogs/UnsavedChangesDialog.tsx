import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type UnsavedChangesDialogProps = {
  onStay(): void
  /** Saves the changes. Without this function, there is no button that saves. */
  onSave: (() => void) | undefined
  onDiscard(): void
}

/** Asks the author what to do with unsaved changes that the browser cannot keep. */
export const UnsavedChangesDialog = ({ onStay, onSave, onDiscard }: UnsavedChangesDialogProps) => (
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
        <Button variant={onSave ? 'plain' : 'primary'} autoFocus={!onSave} onPress={onStay}>
          Keep editing
        </Button>
        {onSave && (
          <Button variant="primary" autoFocus onPress={onSave}>
            Save
          </Button>
        )}
      </>
    }
  >
    <p>Your changes are not saved. They cannot be kept for later, because the space for unsaved edits is full.</p>
  </Dialog>
)
