import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-aria-components/Link'
import style from './PageLayout.module.css'

type BreadcrumbLink = { href: string; label: string }

type PageProps = {
  title: string
  lead?: ReactNode
  /** The breadcrumbs, which are links to the parent pages. */
  crumbs?: readonly BreadcrumbLink[]
  actions?: ReactNode
  children: ReactNode
}

let isFirstPage = true

/** Shows a page with a title, breadcrumbs and buttons. */
export function PageLayout({ title, lead, crumbs = [], actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const page = useRef<HTMLDivElement>(null)
  /**
   * When the user opens another page, this effect moves the focus to its heading, so that a screen reader announces the
   * page. The browser itself announces the first page. What has taken the focus in the page keeps it, and who writes beside
   * the page keeps the cursor.
   */
  useEffect(() => {
    const focused = document.activeElement
    const isTaken = page.current!.contains(focused) || focused instanceof HTMLInputElement
    if (!isFirstPage && !isTaken) heading.current?.focus()
    isFirstPage = false
  }, [])
  return (
    <div ref={page} className={style.page}>
      <title>{`${title} · Coursewright`}</title>
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumbs">
          <ol className={style.crumbs}>
            {crumbs.map(({ href, label }) => (
              <li key={href} className={style.crumb}>
                <Link href={href}>
                  <bdi>{label}</bdi>
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <header className={style.header}>
        <div className={style.heading}>
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h1>
          {lead && (
            <p className={style.lead} dir="auto">
              {lead}
            </p>
          )}
        </div>
        {actions && <div className={style.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
