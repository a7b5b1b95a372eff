import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './Notice.module.css'

const icons = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info }

type NoticeProps = { variant?: keyof typeof icons; title?: string; action?: ReactNode; children: ReactNode }

/** Shows a highlighted message. Screen readers announce an error at once. */
export function Notice({ variant = 'info', title, action, children }: NoticeProps) {
  const Icon = icons[variant]
  return (
    <div className={`${style.notice} ${style[variant]}`} role={variant === 'error' ? 'alert' : undefined}>
      <Icon aria-hidden size={18} className={style.icon} />
      <div className={style.text}>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
