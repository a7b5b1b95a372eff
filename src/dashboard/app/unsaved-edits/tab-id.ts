import { v4 } from 'uuid'

const lockPrefix = 'tab:'
const storageKey = 'tab'
/**
 * The maximum time to wait for the lock of a tab. After a reload, the browser needs a moment to release the lock of the
 * old page.
 */
const lockTimeoutMs = 1000

let tabId = ''

/**
 * Returns the id of this browser tab. If the browser has the Web Locks API, the tab keeps its id after a reload. A
 * duplicate of the tab gets a new id.
 */
export const getCurrentTabId = () => tabId

/**
 * Returns the Web Locks API. It is undefined on a page that the browser loaded over plain HTTP from another computer.
 */
const getLockManager = (): LockManager | undefined => navigator.locks

/**
 * Locks a tab id until the page closes. Returns false if another tab holds the lock, or if the browser lacks the Web
 * Locks API.
 */
const acquireLock = (id: string): Promise<boolean> =>
  new Promise((resolve) => {
    const locks = getLockManager()
    if (!locks) return resolve(false)
    const holdUntilClosed = () => {
      resolve(true)
      return new Promise<never>(() => {})
    }
    locks
      .request(lockPrefix + id, { signal: AbortSignal.timeout(lockTimeoutMs) }, holdUntilClosed)
      .catch(() => resolve(false))
  })

/** Gives this browser tab an id and acquires the lock of that id. The browser releases the lock when the tab closes. */
export async function assignTabId(): Promise<void> {
  const storedId = sessionStorage.getItem(storageKey)
  tabId = storedId !== null && (await acquireLock(storedId)) ? storedId : v4()
  if (tabId === storedId) return
  sessionStorage.setItem(storageKey, tabId)
  await acquireLock(tabId)
}

/** Returns the ids of all open tabs of the dashboard. Without the Web Locks API, returns no ids. */
export async function listOpenTabIds(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await getLockManager()?.query()) ?? {}
  const names = held.flatMap(({ name }) => name ?? [])
  return new Set(names.filter((name) => name.startsWith(lockPrefix)).map((name) => name.slice(lockPrefix.length)))
}
