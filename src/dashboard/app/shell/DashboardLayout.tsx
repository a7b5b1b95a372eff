import { Menu, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Link } from 'react-aria-components/Link'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useLocation } from 'wouter'
import { showOverlay } from '../commands/overlays.ts'
import type { SignedInUser } from '../session/sign-in.ts'
import { Button } from '../ui/Button.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { BrandLogo } from './BrandLogo.tsx'
import { Navigation } from './Navigation.tsx'
import { Overlays } from './Overlays.tsx'
import { SearchButton } from './SearchButton.tsx'
import { ServiceBanner } from './ServiceBanner.tsx'
import style from './Shell.module.css'

type DashboardLayoutProps = { user: SignedInUser; children: ReactNode }

/** Shows a page of the dashboard beside the navigation. On a narrow screen, a button opens the navigation. */
export function DashboardLayout({ user, children }: DashboardLayoutProps) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [path] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL path closes the navigation drawer.
  useEffect(() => setDrawerOpen(false), [path])
  return (
    <div className={style.shell}>
      <a href="#content" className={style.skip}>
        Skip to content
      </a>
      <aside className={style.side}>
        <Link href="/" className={style.home!} aria-label="Coursewright, home">
          <BrandLogo />
        </Link>
        <SearchButton />
        <Navigation />
        <AccountMenu user={user} />
      </aside>
      <header className={style.top}>
        <Link href="/" className={style.home!} aria-label="Coursewright, home">
          <BrandLogo />
        </Link>
        <div className={style.topActions}>
          <Button
            variant="quiet"
            aria-label="Search"
            icon={<Search aria-hidden />}
            onPress={() => showOverlay('palette')}
          />
          <Button
            variant="quiet"
            aria-label="Open navigation"
            icon={<Menu aria-hidden />}
            onPress={() => setDrawerOpen(true)}
          />
        </div>
      </header>
      <ModalOverlay className={style.overlay!} isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} isDismissable>
        <Modal className={style.drawer!}>
          <Dialog className={style.drawerContent!} aria-label="Navigation">
            <div className={style.drawerTop}>
              <BrandLogo />
              <Button
                variant="quiet"
                aria-label="Close navigation"
                icon={<X aria-hidden />}
                onPress={() => setDrawerOpen(false)}
              />
            </div>
            <Navigation />
            <AccountMenu user={user} />
          </Dialog>
        </Modal>
      </ModalOverlay>
      <main id="content" className={style.main} tabIndex={-1}>
        <ServiceBanner />
        {children}
      </main>
      <Overlays />
    </div>
  )
}
