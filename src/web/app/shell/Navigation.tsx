import { SquareArrowOutUpRight } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import { useLocation } from 'wouter'
import { groups, type ShellLink } from './links.ts'
import style from './Shell.module.css'

const isAt = (path: string, href: string) => path === href || (href !== '/' && path.startsWith(`${href}/`))

function NavigationLink({ href, label, icon: Icon, outside, here }: ShellLink & { here: boolean }) {
  const inside = (
    <>
      <Icon aria-hidden size={17} />
      {label}
      {outside && <SquareArrowOutUpRight aria-hidden size={13} className={style.outside} />}
    </>
  )
  // The router must not take an address that another face of the service answers.
  if (outside) {
    return (
      <a href={href} className={style.link}>
        {inside}
      </a>
    )
  }
  return (
    <Link href={href} className={style.link!} aria-current={here ? 'page' : undefined}>
      {inside}
    </Link>
  )
}

/** Where one can go. */
export function Navigation() {
  const [path] = useLocation()
  return (
    <nav className={style.navigation} aria-label="Main">
      {groups.map(({ label, links }) => (
        <div key={label ?? 'main'} className={style.group}>
          {label && <span className={style.groupLabel}>{label}</span>}
          <ul>
            {links.map((link) => (
              <li key={link.href}>
                <NavigationLink {...link} here={isAt(path, link.href)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
