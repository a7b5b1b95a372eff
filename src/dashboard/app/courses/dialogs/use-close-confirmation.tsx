import { useState } from 'react'
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx'

type CloseQuestionOptions = {
  /** Whether the browser has stored the unsaved edit. False if the space for unsaved edits is full. */
  isStored: boolean
  onDiscard?: () => void
  /** Saves the edit, and closes the dialog after a success. If there is such a function, the question offers it. */
  onSave?: () => void
  onClose(): void
}

/**
 * Returns the function `close` and the element `question` for a dialog with an unsaved edit. If the browser has not
 * stored the unsaved edit, `close` asks the author for confirmation. The dialog must render `question`.
 */
export function useCloseConfirmation({ isStored, onDiscard, onSave, onClose }: CloseQuestionOptions) {
  const [isOpen, setOpen] = useState(false)
  const stay = () => setOpen(false)
  return {
    close: () => (isStored ? onClose() : setOpen(true)),
    question: isOpen && (
      <UnsavedChangesDialog
        onStay={stay}
        onSave={
          onSave &&
          (() => {
            stay()
            onSave()
          })
        }
        onDiscard={() => {
          onDiscard?.()
          onClose()
        }}
      />
    ),
  }
}
