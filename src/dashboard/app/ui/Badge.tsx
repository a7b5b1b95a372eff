import type { ReactNode } from 'react'
import style from './Badge.module.css'

type BadgeProps = { variant?: 'neutral' | 'success' | 'warning' | 'error' | 'accent'; children: ReactNode }

/** Shows a short label, such as a status or a scope. */
export const Badge = ({ variant = 'neutral', children }: BadgeProps) => (
  <span className={`${style.badge} ${style[variant]}`}>{children}</span>
)
