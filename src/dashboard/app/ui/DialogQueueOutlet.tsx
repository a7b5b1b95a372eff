import { useSyncExternalStore } from 'react'
import { closeQueuedDialog, getQueuedDialogs, subscribeToDialogQueue } from './dialog-queue.ts'

/**
 * Shows the oldest open dialog of `queueDialog`. When the user closes this dialog, the next oldest dialog
 * appears.
 */
export function DialogQueueOutlet() {
  const [render] = useSyncExternalStore(subscribeToDialogQueue, getQueuedDialogs)
  return render?.(() => closeQueuedDialog(render))
}
