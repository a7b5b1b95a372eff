import { useState } from 'react'
import { UnsavedChangesDialog } from './UnsavedChangesDialog.tsx'

type CloseQuestionOptions = {
  /** Whether the browser has stored the unsaved edit. False if the space for unsaved edits is full. */
  isStored: boolean
  onDiscard?: () => void
  onClose(): void
}

/**
 * Returns the function `close` and the element `question` for a dialog with an unsaved edit. If the browser has not
 * stored the unsaved edit, `close` asks the author for confirmation. The dialog must render `question`.
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
