/**
 * The state of the service according to the last request. `until` is the time at which the rate limit ends, in
 * milliseconds since 1970.
 */
export type ServiceStatus = { state: 'available' } | { state: 'unreachable' } | { state: 'rateLimited'; until: number }
type ServiceStatusListener = (current: ServiceStatus, previous: ServiceStatus) => void

const pollMs = 2000

let status: ServiceStatus = { state: 'available' }
let polling: ReturnType<typeof setInterval> | undefined
const listeners = new Set<ServiceStatusListener>()

/** Asks the service whether it is running. Does not change the stored status. */
export async function probeService(): Promise<boolean> {
  try {
    const response = await fetch('/health/live')
    // The browser frees the connection only after the code has read the response body.
    await response.text()
    return response.ok
  } catch {
    return false
  }
}

async function pollService(): Promise<void> {
  if (await probeService()) setServiceStatus({ state: 'available' })
}

/**
 * Sets the status of the service after a request. While the service is unreachable, a timer checks the service every 2
 * seconds.
 */
export function setServiceStatus(next: ServiceStatus): void {
  if (next.state === status.state && next.state !== 'rateLimited') return
  const previous = status
  status = next
  clearInterval(polling)
  if (next.state === 'unreachable') polling = setInterval(() => void pollService(), pollMs)
  for (const listener of listeners) listener(status, previous)
}

/** Calls `listener` when the status of the service changes. Returns a function that removes the listener. */
export function subscribeToServiceStatus(listener: ServiceStatusListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const getServiceStatus = () => status
