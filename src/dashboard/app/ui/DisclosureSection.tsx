import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './DisclosureSection.module.css'

type DisclosureSectionProps = {
  title: string
  /** The heading level of the title, for example 2 for `<h2>`. */
  level?: 2 | 3 | 4
  isInitiallyOpen?: boolean
  /** Called when the content opens or closes. */
  onToggle?(isOpen: boolean): void
  children: ReactNode
}

/** Shows a heading. A click on the heading opens or closes the content below it. */
export function DisclosureSection({ title, level = 2, isInitiallyOpen, onToggle, children }: DisclosureSectionProps) {
  const Heading = `h${level}` as const
  return (
    <details
      className={style.section}
      open={isInitiallyOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className={style.summary}>
        <ChevronRight aria-hidden size={16} />
        <Heading className={style.heading}>{title}</Heading>
      </summary>
      {children}
    </details>
  )
}
