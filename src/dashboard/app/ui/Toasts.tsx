import { X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { Button } from './Button.tsx'
import style from './Toasts.module.css'
import { toastQueue } from './toast-queue.ts'
import { useUndoKey } from './use-undo-key.ts'

/** Shows the toasts. A toast is a short message that disappears after a few seconds. */
export function Toasts() {
  useUndoKey()
  return (
    <ToastRegion queue={toastQueue} className={style.region!}>
      {({ toast }) => (
        <Toast toast={toast} className={`${style.toast} ${style[toast.content.variant] ?? ''}`}>
          <ToastContent className={style.content!}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action && (
            <Button
              isSmall
              onPress={() => {
                toast.content.action?.onPress()
                toastQueue.close(toast.key)
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <Button slot="close" variant="quiet" isSmall aria-label="Dismiss" icon={<X aria-hidden />} />
        </Toast>
      )}
    </ToastRegion>
  )
}
