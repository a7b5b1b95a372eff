import { waitForExclusiveEventLoopTurn } from '../../platform/event-loop-turns.ts'

/** The maximum time, in milliseconds, for which a request with a course tree blocks the event loop without a break. */
const maxMs = 8

/** A function that a long computation calls often, so that other requests can run. Most calls return immediately. */
export type YieldToEventLoop = () => Promise<void> | void

/** Makes a function that lets other requests run if the event loop has been blocked for at least 8 ms. */
export function makeYieldToEventLoop(): YieldToEventLoop {
  let since = performance.now()
  return () => {
    if (performance.now() - since < maxMs) return
    return waitForExclusiveEventLoopTurn().then(() => {
      since = performance.now()
    })
  }
}
