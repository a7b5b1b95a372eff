import { SquareArrowOutUpRight } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import { useLocation } from 'wouter'
import { type NavigationItem, navigationGroups } from '../commands/navigation-links.ts'
import style from './Shell.module.css'

const isUnder = (path: string, href: string) => path === href || (href !== '/' && path.startsWith(`${href}/`))

function NavigationLink({ href, label, icon: Icon, isExternal, isCurrent }: NavigationItem & { isCurrent: boolean }) {
  const content = (
    <>
      <Icon aria-hidden size={17} />
      {label}
      {isExternal && <SquareArrowOutUpRight aria-hidden size={13} className={style.external} />}
    </>
  )
  // An external link is a plain HTML link, because the dashboard's router does not serve the URL.
  if (isExternal) {
    return (
      <a href={href} className={style.link}>
        {content}
      </a>
    )
  }
  return (
    <Link href={href} className={style.link!} aria-current={isCurrent ? 'page' : undefined}>
      {content}
    </Link>
  )
}

/** Shows the links to the main pages of the dashboard. */
export function Navigation() {
  const [path] = useLocation()
  return (
    <nav className={style.navigation} aria-label="Main">
      {navigationGroups.map(({ label, links }) => (
        <div key={label ?? 'main'} className={style.group}>
          {label && <span className={style.groupLabel}>{label}</span>}
          <ul>
            {links.map((link) => (
              <li key={link.href}>
                <NavigationLink {...link} isCurrent={isUnder(path, link.href)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
