import { useSyncExternalStore } from 'react'
import { closeDialogAbovePages, getDialogsAbovePages, subscribeToDialogsAbovePages } from './dialogs-above-pages.ts'

/**
 * Shows the oldest open dialog of `showDialogAbovePages`. When the user closes this dialog, the next oldest dialog
 * appears.
 */
export function DialogQueueOutlet() {
  const [render] = useSyncExternalStore(subscribeToDialogsAbovePages, getDialogsAbovePages)
  return render?.(() => closeDialogAbovePages(render))
}
