import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { type ButtonLook, buttonClass } from './Button.tsx'

type ButtonLinkProps = { href: string; look?: ButtonLook; small?: boolean; icon?: ReactNode; children: ReactNode }

/** A link that looks like a button. */
export function ButtonLink({ href, look, small, icon, children }: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass(look, small)}>
      {icon}
      {children}
    </Link>
  )
}
