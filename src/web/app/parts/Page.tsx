import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-aria-components/Link'
import style from './Page.module.css'

export type Crumb = { href: string; label: string }

type PageProps = {
  title: string
  lead?: ReactNode
  /** The way here from the top, without the page itself. */
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  children: ReactNode
}

let first = true

/** A page: its title for tab and reader, the way here, what can be done, and the content. */
export function Page({ title, lead, crumbs = [], actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A reader of the screen is told of the new page, as a page load would; not for the first one, which is a page load.
  useEffect(() => {
    if (!first) heading.current?.focus()
    first = false
  }, [])
  return (
    <div className={style.page}>
      <title>{`${title} · Coursewright`}</title>
      {crumbs.length > 0 && (
        <nav aria-label="The way here">
          <ol className={style.crumbs}>
            {crumbs.map(({ href, label }) => (
              <li key={href} className={style.crumb}>
                <Link href={href}>{label}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <header className={style.header}>
        <div className={style.heading}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={style.lead}>{lead}</p>}
        </div>
        {actions && <div className={style.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
