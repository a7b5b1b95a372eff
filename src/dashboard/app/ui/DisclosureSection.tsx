import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Disclosure, DisclosurePanel, Heading } from 'react-aria-components/Disclosure'
import style from './DisclosureSection.module.css'

type DisclosureSectionProps = { title: string; level?: number; isInitiallyOpen?: boolean; children: ReactNode }

/** Shows a heading that opens and closes the content below it. */
export const DisclosureSection = ({ title, level = 2, isInitiallyOpen = false, children }: DisclosureSectionProps) => (
  <Disclosure className={style.section!} defaultExpanded={isInitiallyOpen}>
    <Heading level={level} className={style.heading}>
      <Button slot="trigger" className={style.button!}>
        <ChevronRight aria-hidden size={16} />
        {title}
      </Button>
    </Heading>
    <DisclosurePanel>{children}</DisclosurePanel>
  </Disclosure>
)
