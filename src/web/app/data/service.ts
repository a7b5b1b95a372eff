import { useSyncExternalStore } from 'react'

/** How the service does, as the last requests saw it: for the banner that stands above every page. */
export type ServiceState = { state: 'fine' } | { state: 'away' } | { state: 'limited'; until: number }

let service: ServiceState = { state: 'fine' }
const listeners = new Set<() => void>()

export function noteService(next: ServiceState): void {
  if (next.state === service.state && next.state !== 'limited') return
  service = next
  for (const listener of listeners) listener()
}

function onService(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useService = () => useSyncExternalStore(onService, () => service)
