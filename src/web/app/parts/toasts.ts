import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

export type ToastContent = { look: 'good' | 'bad'; text: string }

/** Short news that needs no answer. */
export const toasts = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

export const tell = (text: string) => toasts.add({ look: 'good', text }, { timeout: 5000 })
export const tellProblem = (text: string) => toasts.add({ look: 'bad', text }, { timeout: 10_000 })
