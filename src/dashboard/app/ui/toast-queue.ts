import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

type ToastAction = { label: string; onPress(): void }
type ToastMessage = { variant: 'success' | 'error'; text: string; action?: ToastAction }

/** The queue of toasts. A toast is a short message that disappears after a few seconds. */
export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })

const toastMs = 5000
const errorToastMs = 10_000
const actionToastMs = 15_000

/** Shows a message, with a button if there is an action. A message with a button stays longer. */
export const showToast = (text: string, action?: ToastAction) =>
  toastQueue.add({ variant: 'success', text, action }, { timeout: action ? actionToastMs : toastMs })
export const showErrorToast = (text: string) => toastQueue.add({ variant: 'error', text }, { timeout: errorToastMs })

/** The label of a button that takes back what the message says. Ctrl-Z presses it: see `useUndoKey`. */
export const undoLabel = 'Undo'
