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
 * Returns a function that runs `load`, which loads the code of a page. If `load` fails, the function reloads the
 * document, unless the document was reloaded in the last minute. Do not use `makeReloadingLoader` for the code of only a
 * part of a page, because a reload would interrupt the user.
 */
export const makeReloadingLoader =
  <Code>(load: () => Promise<Code>): (() => Promise<Code>) =>
  () =>
    load().catch(reloadOrThrow)

/**
 * Returns a function that loads the component of a page. The function first waits until the service is reachable. If
 * the load fails, the function reloads the document.
 */
export const makePageLoader = <Code>(load: () => Promise<Code>) =>
  makeReloadingLoader(makeLoaderThatWaitsForService(load))
