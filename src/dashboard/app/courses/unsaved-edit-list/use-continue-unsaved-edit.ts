import { useLocation } from 'wouter'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { makePathToContinueUnsavedEdit } from '../../unsaved-edits/continued-edit.ts'
import { moveUnsavedEditToThisTab, type UnsavedEdit } from '../../unsaved-edits/store.ts'

/** Returns a function that opens the form of an unsaved edit. `onLeave` is called before the page changes. */
export function useContinueUnsavedEdit(onLeave?: () => void) {
  const [, navigate] = useLocation()
  return (edit: UnsavedEdit): void => {
    if (!moveUnsavedEditToThisTab(edit)) {
      showErrorToast('The browser’s storage is full. Copy the text, or discard another unsaved edit first.')
      return
    }
    onLeave?.()
    navigate(makePathToContinueUnsavedEdit(edit))
  }
}
