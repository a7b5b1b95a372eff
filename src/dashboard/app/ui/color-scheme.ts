import { useSyncExternalStore } from 'react'

/** The theme of the dashboard. `system` means the theme of the user's device. */
export type ColorScheme = 'system' | 'light' | 'dark'

const storageKey = 'scheme'
const listeners = new Set<() => void>()

function readColorScheme(): ColorScheme {
  const { scheme } = document.documentElement.dataset
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system'
}

/** Applies a theme and stores the theme. When a page loads, `public/scheme.js` applies the stored theme. */
export function setColorScheme(scheme: ColorScheme): void {
  if (scheme === 'system') {
    delete document.documentElement.dataset.scheme
    localStorage.removeItem(storageKey)
  } else {
    document.documentElement.dataset.scheme = scheme
    localStorage.setItem(storageKey, scheme)
  }
  for (const listener of listeners) listener()
}

function subscribeToColorScheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useColorScheme = () => useSyncExternalStore(subscribeToColorScheme, readColorScheme)
