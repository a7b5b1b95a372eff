import { useState } from 'react'
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx'

type CloseQuestionOptions = {
  /** Whether the browser has stored the unsaved edit. False if the space for unsaved edits is full. */
  isStored: boolean
  onDiscard?: () => void
  onClose(): void
}

/**
 * Returns `close`, which closes a dialog, and `question`, which the dialog must render. If the browser could not store
 * the unsaved edit, `close` keeps the dialog open, and `question` asks whether to discard the edit.
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
