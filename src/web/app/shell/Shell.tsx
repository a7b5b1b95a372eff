import { Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Link } from 'react-aria-components/Link'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useLocation } from 'wouter'
import { Button } from '../parts/Button.tsx'
import type { Session } from '../session/session.ts'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { ServiceBanner } from './ServiceBanner.tsx'
import style from './Shell.module.css'

type ShellProps = { session: Session & { state: 'in' }; children: ReactNode }

/** What stands around every page: navigation at the side, or behind a button where there is no room. */
export function Shell({ session, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false)
  const [path] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes because the address has changed.
  useEffect(() => setOpen(false), [path])
  return (
    <div className={style.shell}>
      <a href="#content" className={style.skip}>
        Skip to the content
      </a>
      <aside className={style.side}>
        <Link href="/" className={style.home!} aria-label="Coursewright, home">
          <Brand />
        </Link>
        <Navigation />
        <PersonMenu session={session} />
      </aside>
      <header className={style.top}>
        <Link href="/" className={style.home!} aria-label="Coursewright, home">
          <Brand />
        </Link>
        <Button look="quiet" aria-label="Open navigation" icon={<Menu aria-hidden />} onPress={() => setOpen(true)} />
      </header>
      <ModalOverlay className={style.veil!} isOpen={isOpen} onOpenChange={setOpen} isDismissable>
        <Modal className={style.drawer!}>
          <Dialog className={style.drawerInside!} aria-label="Navigation">
            <div className={style.drawerTop}>
              <Brand />
              <Button
                look="quiet"
                aria-label="Close navigation"
                icon={<X aria-hidden />}
                onPress={() => setOpen(false)}
              />
            </div>
            <Navigation />
            <PersonMenu session={session} />
          </Dialog>
        </Modal>
      </ModalOverlay>
      <main id="content" className={style.main} tabIndex={-1}>
        <ServiceBanner />
        {children}
      </main>
    </div>
  )
}
