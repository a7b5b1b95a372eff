import { waitForExclusiveEventLoopTurn } from '../../platform/event-loop-turns.ts'

/** After this time, in milliseconds, a long computation yields to the event loop. */
const maxMs = 8

/** A function that a long computation calls often, so that other requests can run. Most calls return immediately. */
export type YieldToEventLoop = () => Promise<void> | void

/** Makes a function that yields to the event loop if at least 8 ms have passed since the last yield. */
export function makeYieldToEventLoop(): YieldToEventLoop {
  let since = performance.now()
  return () => {
    if (performance.now() - since < maxMs) return
    return waitForExclusiveEventLoopTurn().then(() => {
      since = performance.now()
    })
  }
}
