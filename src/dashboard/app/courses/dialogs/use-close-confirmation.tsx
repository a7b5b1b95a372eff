import { useState } from 'react'
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx'

type CloseQuestionOptions = {
  /** False if the browser's storage has no space for the unsaved edit. */
  isStored: boolean
  onDiscard?: () => void
  onClose(): void
}

/**
 * Returns `close`, a function that closes a dialog. If the browser could not store the unsaved edit, `close` instead
 * shows `question`, which asks the author whether to discard the edit.
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
