import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { type ButtonVariant, makeButtonClassName } from './Button.tsx'

type ButtonLinkProps = {
  href: string
  variant?: ButtonVariant
  isSmall?: boolean
  icon?: ReactNode
  children: ReactNode
}

/** Shows a link that looks like a button. */
export function ButtonLink({ href, variant, isSmall, icon, children }: ButtonLinkProps) {
  return (
    <Link href={href} className={makeButtonClassName(variant, isSmall)}>
      {icon}
      {children}
    </Link>
  )
}
