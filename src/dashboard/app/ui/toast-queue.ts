import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

type ToastMessage = { variant: 'success' | 'error'; text: string }

/** The queue of toasts. A toast is a short message that disappears after a few seconds. */
export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })

const toastMs = 5000
const errorToastMs = 10_000

export const showToast = (text: string) => toastQueue.add({ variant: 'success', text }, { timeout: toastMs })
export const showErrorToast = (text: string) => toastQueue.add({ variant: 'error', text }, { timeout: errorToastMs })
