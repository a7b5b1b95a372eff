import type { ReactNode } from 'react'

type RenderDialog = (close: () => void) => ReactNode

let dialogs: readonly RenderDialog[] = []
const listeners = new Set<() => void>()

function setDialogs(next: readonly RenderDialog[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}

/** Returns the open dialogs, oldest first. */
export const getQueuedDialogs = () => dialogs

/**
 * Shows a dialog that stays open when the user opens another page and when the session ends. Use this function for text
 * that is visible only once, such as an API key.
 */
export const queueDialog = (render: RenderDialog): void => setDialogs([...dialogs, render])

export const closeQueuedDialog = (render: RenderDialog): void =>
  setDialogs(dialogs.filter((dialog) => dialog !== render))

/** Calls `listener` when a dialog opens or closes. Returns a function that removes the listener. */
export function subscribeToDialogQueue(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
