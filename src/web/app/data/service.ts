import { useSyncExternalStore } from 'react'

/** How the service does, as the last requests saw it: for the banner that stands above every page. */
export type ServiceState = { state: 'fine' } | { state: 'away' } | { state: 'limited'; until: number }

const askMs = 2000

let service: ServiceState = { state: 'fine' }
let asking: ReturnType<typeof setInterval> | undefined
const listeners = new Set<(now: ServiceState, before: ServiceState) => void>()

/** Whether the service answers at all. */
export const isThere = (): Promise<boolean> =>
  fetch('/health/live').then(
    ({ ok }) => ok,
    () => false,
  )

/** Notes how a request went. While the service is away it is asked again and again, until it is back. */
export function noteService(next: ServiceState): void {
  if (next.state === service.state && next.state !== 'limited') return
  const before = service
  service = next
  clearInterval(asking)
  if (next.state === 'away')
    asking = setInterval(() => void isThere().then((there) => there && noteService({ state: 'fine' })), askMs)
  for (const listener of listeners) listener(service, before)
}

/** Calls `listener` with how the service does now and did before; gives the way to stop it. */
export function onService(listener: (now: ServiceState, before: ServiceState) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useService = () => useSyncExternalStore(onService, () => service)
