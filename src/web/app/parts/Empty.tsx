import type { ReactNode } from 'react'
import style from './Empty.module.css'

type EmptyProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode }

/** Where there is nothing yet: what would stand here, and what to do. */
export const Empty = ({ icon, title, children, action }: EmptyProps) => (
  <div className={style.empty}>
    <span className={style.icon}>{icon}</span>
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
)
