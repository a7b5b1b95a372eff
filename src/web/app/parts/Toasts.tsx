import { X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { Button } from './Button.tsx'
import style from './Toasts.module.css'
import { toasts } from './toasts.ts'

/** Where short news appear. */
export const Toasts = () => (
  <ToastRegion queue={toasts} className={style.region!}>
    {({ toast }) => (
      <Toast toast={toast} className={`${style.toast} ${style[toast.content.look]}`}>
        <ToastContent className={style.content!}>
          <Text slot="title">{toast.content.text}</Text>
        </ToastContent>
        <Button slot="close" look="quiet" small aria-label="Dismiss" icon={<X aria-hidden />} />
      </Toast>
    )}
  </ToastRegion>
)
