import type { ReactNode } from 'react'
import style from './EmptyState.module.css'

type EmptyStateProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode }

/** Shows a message in place of an empty list, with a button for the next step. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className={style.empty}>
    <span className={style.icon}>{icon}</span>
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action}
  </div>
)
