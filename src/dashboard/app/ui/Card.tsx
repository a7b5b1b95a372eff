import type { ReactNode } from 'react'
import style from './Card.module.css'

type CardProps = {
  title?: string
  lead?: ReactNode
  actions?: ReactNode
  /** Whether the content reaches the border of the card, without padding. */
  isFlush?: boolean
  children: ReactNode
}

/** Shows a section of a page in a box with a border. */
export function Card({ title, lead, actions, isFlush, children }: CardProps) {
  return (
    <section className={style.card} aria-label={title}>
      {(title || actions) && (
        <header className={style.header}>
          <div>
            {title && <h2>{title}</h2>}
            {lead && <p className={style.lead}>{lead}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={isFlush ? undefined : style.body}>{children}</div>
    </section>
  )
}
