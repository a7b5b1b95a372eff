import { makeLoaderThatWaitsForService } from './wait-for-service.ts'

const storageKey = 'coursewright.reloadedAt'
const minReloadIntervalMs = 60_000

/**
 * Reloads the document, because browsers do not repeat a failed import (whatwg/html issue 6768). Throws `error` if the
 * document was reloaded in the last minute.
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
 * Returns a function that loads the code of a page with `load`. If this fails, the function reloads the document, once a
 * minute at most. Do not use it for a part of a page: a reload would interrupt the user.
 */
export const reloadOnFailure =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  () =>
    load().catch(reloadOrThrow)

/** Returns a loader for the component of a page: it waits for the service, and reloads the document after a failure. */
export const makePageLoader = <Code>(load: () => Promise<Code>) => reloadOnFailure(makeLoaderThatWaitsForService(load))
