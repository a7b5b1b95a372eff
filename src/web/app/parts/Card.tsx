import type { ReactNode } from 'react'
import style from './Card.module.css'

type CardProps = { title?: string; lead?: ReactNode; actions?: ReactNode; flush?: boolean; children: ReactNode }

/** A part of a page with a border around it. `flush`: its content reaches the border. */
export function Card({ title, lead, actions, flush, children }: CardProps) {
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
      <div className={flush ? undefined : style.body}>{children}</div>
    </section>
  )
}
