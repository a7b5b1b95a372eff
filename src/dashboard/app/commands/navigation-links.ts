import {
  Activity,
  BookOpen,
  Cable,
  Compass,
  FileCode,
  Files,
  House,
  KeyRound,
  type LucideIcon,
  Settings,
  Trash2,
} from 'lucide-react'

export type NavigationItem = {
  href: string
  label: string
  icon: LucideIcon
  /** Whether the link leads to a page outside the dashboard's React application. */
  isExternal?: boolean
}
type NavigationGroup = { label?: string; links: readonly NavigationItem[] }

/** The links of the side bar, in groups. */
export const navigationGroups: readonly NavigationGroup[] = [
  {
    links: [
      { href: '/', label: 'Home', icon: House },
      { href: '/courses', label: 'Courses', icon: BookOpen },
      { href: '/files', label: 'Files', icon: Files },
      { href: '/trash', label: 'Trash', icon: Trash2 },
      { href: '/usage', label: 'Usage', icon: Activity },
    ],
  },
  {
    label: 'Developers',
    links: [
      { href: '/connect', label: 'Connect', icon: Cable },
      { href: '/graphql', label: 'GraphiQL', icon: Compass, isExternal: true },
      { href: '/docs', label: 'API reference', icon: FileCode, isExternal: true },
    ],
  },
  {
    label: 'Settings',
    links: [
      { href: '/settings/api-keys', label: 'API Keys', icon: KeyRound },
      { href: '/settings/workspace', label: 'Workspace', icon: Settings },
    ],
  },
]
