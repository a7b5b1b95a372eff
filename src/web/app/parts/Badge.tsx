import type { ReactNode } from 'react'
import style from './Badge.module.css'

type BadgeProps = { look?: 'neutral' | 'good' | 'warn' | 'bad' | 'accent'; children: ReactNode }

/** A short word about a thing: its status, its scope. */
export const Badge = ({ look = 'neutral', children }: BadgeProps) => (
  <span className={`${style.badge} ${style[look]}`}>{children}</span>
)
