/** The maximum time that one request waits in all for resources that it shares with other requests. */
const maxRequestWaitMs = 20_000

/** The time that one request may still wait for shared resources (`tenant-limiter.ts`). */
export type WaitBudget = {
  /** Returns how many milliseconds the request may still wait. */
  remainingMs(): number
  /** Begins a wait. Returns the function that ends the wait. Waits that overlap are counted once. */
  begin(): () => void
}

/**
 * Makes the budget of one request. The budget limits the sum of the request's waits, because a request can wait for
 * several resources one after the other.
 */
export function makeWaitBudget(maxMs = maxRequestWaitMs): WaitBudget {
  let waitedMs = 0
  let active = 0
  let since = 0
  return {
    remainingMs: () => maxMs - waitedMs - (active > 0 ? performance.now() - since : 0),
    begin() {
      if (active++ === 0) since = performance.now()
      return () => {
        if (--active === 0) waitedMs += performance.now() - since
      }
    },
  }
}
