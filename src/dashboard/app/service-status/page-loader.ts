import { makeLoaderThatWaitsForService } from './wait-for-service.ts'

const storageKey = 'coursewright.reloadedAt'
const minReloadIntervalMs = 60_000

/**
 * Reloads the document after a failed import, because browsers do not try the import again (whatwg/html issue 6768). If
 * the document was already reloaded in the last minute, throws `error`.
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
 * Returns a function that loads the code of a page with `load`. If `load` fails, the function reloads the document, at
 * most once a minute. Use `withReloadOnFailure` only for whole pages, because a reload interrupts the user.
 */
export const withReloadOnFailure =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  () =>
    load().catch(reloadOrThrow)

/**
 * Returns a function that loads the component of a page. The function first waits until the service is reachable. If
 * the load fails, the function reloads the document.
 */
export const makePageLoader = <Code>(load: () => Promise<Code>) =>
  withReloadOnFailure(makeLoaderThatWaitsForService(load))
