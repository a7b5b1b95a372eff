import { useSyncExternalStore } from 'react'

/** The colour scheme: the device's preference, or one that was chosen here. */
export type Scheme = 'system' | 'light' | 'dark'

const stored = 'scheme'
const listeners = new Set<() => void>()

function readScheme(): Scheme {
  const { scheme } = document.documentElement.dataset
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system'
}

export function chooseScheme(scheme: Scheme): void {
  if (scheme === 'system') {
    delete document.documentElement.dataset.scheme
    localStorage.removeItem(stored)
  } else {
    document.documentElement.dataset.scheme = scheme
    localStorage.setItem(stored, scheme)
  }
  for (const listener of listeners) listener()
}

function onScheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useScheme = () => useSyncExternalStore(onScheme, readScheme)
