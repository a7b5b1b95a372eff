import { type ReactNode, useEffect, useRef } from 'react'
import style from './EmptyState.module.css'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /**
   * Whether the title gets the focus. Set this after the user has deleted the last item of a list, because the deleted
   * item had the focus.
   */
  getsFocus?: boolean
}

/** Shows a message in place of an empty list, with a button for the next step. */
export function EmptyState({ icon, title, children, action, getsFocus = false }: EmptyStateProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (getsFocus) heading.current?.focus()
  }, [getsFocus])
  return (
    <div className={style.empty}>
      <span className={style.icon}>{icon}</span>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
