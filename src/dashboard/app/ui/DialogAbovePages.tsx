import { useSyncExternalStore } from 'react'
import { closeDialogAbovePages, getDialogsAbovePages, subscribeToDialogsAbovePages } from './dialogs-above-pages.ts'

/** Shows the oldest open dialog of `showDialogAbovePages`. The next one follows when the user closes it. */
export function DialogAbovePages() {
  const [render] = useSyncExternalStore(subscribeToDialogsAbovePages, getDialogsAbovePages)
  return render?.(() => closeDialogAbovePages(render))
}
