import { useSyncExternalStore } from 'react'
import { closeDialogAbovePages, getQueuedDialogs, subscribeToDialogsAbovePages } from './dialogs-above-pages.ts'

/**
 * Shows the oldest open dialog of `showDialogAbovePages`. When the user closes this dialog, the next oldest dialog
 * appears.
 */
export function DialogQueueOutlet() {
  const [render] = useSyncExternalStore(subscribeToDialogsAbovePages, getQueuedDialogs)
  return render?.(() => closeDialogAbovePages(render))
}
