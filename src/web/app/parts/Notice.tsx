import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './Notice.module.css'

const icons = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, info: Info }

type NoticeProps = { look?: keyof typeof icons; title?: string; action?: ReactNode; children: ReactNode }

/** A sentence that stands out. A bad one is read out at once. */
export function Notice({ look = 'info', title, action, children }: NoticeProps) {
  const Icon = icons[look]
  return (
    <div className={`${style.notice} ${style[look]}`} role={look === 'bad' ? 'alert' : undefined}>
      <Icon aria-hidden size={18} className={style.icon} />
      <div className={style.text}>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
