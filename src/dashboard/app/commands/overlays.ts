import { useSyncExternalStore } from 'react'

/** What can be shown over any page: the palette, the list of keys, and the form for a new course. */
export type Overlay = 'palette' | 'keys' | 'new course'

let open: Overlay | undefined
const listeners = new Set<() => void>()

const getOverlay = () => open

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function showOverlay(next: Overlay | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

export const useOverlay = () => useSyncExternalStore(subscribe, getOverlay)
