import { Activity, BookOpen, Cable, Compass, FileCode, House, KeyRound, type LucideIcon } from 'lucide-react'

export type ShellLink = { href: string; label: string; icon: LucideIcon /** Leaves the application. */; outside?: true }
type Group = { label?: string; links: readonly ShellLink[] }

/** The navigation, as it stands at the side. */
export const groups: readonly Group[] = [
  {
    links: [
      { href: '/', label: 'Home', icon: House },
      { href: '/courses', label: 'Courses', icon: BookOpen },
      { href: '/usage', label: 'Usage', icon: Activity },
    ],
  },
  {
    label: 'Build',
    links: [
      { href: '/connect', label: 'Connect', icon: Cable },
      { href: '/graphql', label: 'GraphiQL', icon: Compass, outside: true },
      { href: '/docs', label: 'API reference', icon: FileCode, outside: true },
    ],
  },
  { label: 'Settings', links: [{ href: '/settings/api-keys', label: 'API Keys', icon: KeyRound }] },
]
