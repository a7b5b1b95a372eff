import { useState } from 'react'
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx'

type CloseQuestionOptions = {
  /** False if the unsaved edit is not stored, because the browser's storage is full. */
  isStored: boolean
  onDiscard?: () => void
  onClose(): void
}

/**
 * Returns a function `close` that closes a dialog. If the dialog has an unsaved edit that is not stored, `close` does
 * not close the dialog. Instead, `question` is shown, which asks the author whether to discard the edit.
 */
export function useCloseConfirmation({ isStored, onDiscard, onClose }: CloseQuestionOptions) {
  const [isOpen, setOpen] = useState(false)
  const stay = () => setOpen(false)
  return {
    close: () => (isStored ? onClose() : setOpen(true)),
    question: isOpen && (
      <UnsavedChangesDialog
        canKeepEdit={false}
        onStay={stay}
        onKeepEdit={stay}
        onDiscard={() => {
          onDiscard?.()
          onClose()
        }}
      />
    ),
  }
}
