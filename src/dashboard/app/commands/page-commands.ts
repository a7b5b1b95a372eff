import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** Something that the palette can do. `label` is a request, such as `Add a module`. */
export type Command = { label: string; icon: LucideIcon; run(): void }

type LatestCommands = { current: readonly Command[] }
let offered: readonly LatestCommands[] = []

/** Has the palette offer these commands as long as the component is shown. */
export function usePageCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  latest.current = commands
  useEffect(() => {
    offered = [...offered, latest]
    return () => {
      offered = offered.filter((other) => other !== latest)
    }
  }, [])
}

/** Returns what the page that is shown offers. */
export const getPageCommands = (): readonly Command[] => offered.flatMap(({ current }) => current)
