import { Keyboard, LogOut, MonitorCog, Moon, Plus, Sun } from 'lucide-react'
import { navigationGroups } from '../../commands/navigation-links.ts'
import { showOverlay } from '../../commands/overlays.ts'
import type { Command } from '../../commands/page-commands.ts'
import { signOut } from '../../session/sign-in.ts'
import { setColorScheme } from '../../ui/color-scheme.ts'

/** What the palette can do on every page. */
export const dashboardCommands: readonly Command[] = [
  { label: 'Create a course', icon: Plus, run: () => showOverlay('new course') },
  { label: 'Show the keys', icon: Keyboard, run: () => showOverlay('keys') },
  { label: 'Theme: light', icon: Sun, run: () => setColorScheme('light') },
  { label: 'Theme: dark', icon: Moon, run: () => setColorScheme('dark') },
  { label: 'Theme: same as device', icon: MonitorCog, run: () => setColorScheme('system') },
  { label: 'Sign out', icon: LogOut, run: () => void signOut() },
]

/** Returns the commands that open the pages of the side bar. */
export const makePageLinkCommands = (navigate: (path: string) => void): Command[] =>
  navigationGroups
    .flatMap(({ links }) => links)
    .map(({ label, icon, href, isExternal }) => ({
      label,
      icon,
      run: () => (isExternal ? window.location.assign(href) : navigate(href)),
    }))
