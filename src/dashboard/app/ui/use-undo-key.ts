import { useEffect } from 'react'
import { isTextEntry } from './text-entry.ts'
import { toastQueue, undoLabel } from './toast-queue.ts'

function pressLatestUndo(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
  if (!isUndo || event.defaultPrevented || isTextEntry(event.target)) return
  const toast = toastQueue.visibleToasts.find(({ content }) => content.action?.label === undoLabel)
  if (!toast) return
  event.preventDefault()
  toast.content.action?.onPress()
  toastQueue.close(toast.key)
}

/** Makes Ctrl-Z outside of a text press Undo in the latest message that has it. A text has an Undo of its own. */
export function useUndoKey(): void {
  useEffect(() => {
    window.addEventListener('keydown', pressLatestUndo)
    return () => window.removeEventListener('keydown', pressLatestUndo)
  }, [])
}
