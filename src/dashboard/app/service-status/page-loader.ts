import { type CodeLoader, makeLoaderThatWaitsForService } from './wait-for-service.ts'

const storageKey = 'coursewright.reloadedAt'
const minReloadIntervalMs = 60_000

/**
 * Reloads the document, at most once a minute, because browsers do not try a failed import again (whatwg/html issue
 * 6768).
 */
function reloadOrThrow(error: unknown): Promise<never> {
  const reloadedAt = Number(sessionStorage.getItem(storageKey))
  if (Date.now() - reloadedAt < minReloadIntervalMs) throw error
  sessionStorage.setItem(storageKey, String(Date.now()))
  window.location.reload()
  // The promise stays pending, so the page shows its placeholder until the document is reloaded.
  return new Promise(() => {})
}

/**
 * Returns a function that calls `load`, and reloads the document if the call fails. Use this only for the code of whole
 * pages, because a reload interrupts the user.
 */
export const withReloadOnFailure = <Code>(load: CodeLoader<Code>): CodeLoader<Code> =>
  Object.assign(() => load().catch(reloadOrThrow), { getLoaded: load.getLoaded })

/**
 * Returns a function that loads a page as soon as the service is reachable. If the load fails, the function reloads the
 * document.
 */
export const makePageLoader = <Code>(load: () => Promise<Code>) =>
  withReloadOnFailure(makeLoaderThatWaitsForService(load))
