import type { IncomingMessage, ServerResponse } from 'node:http'
import { onResponseFinished } from './on-finished.ts'

const signals = new WeakMap<ServerResponse, AbortSignal>()

/**
 * Returns a signal that aborts when the response is finished or the client disconnects. All calls for one response
 * return the same signal.
 */
export function getResponseAbortSignal(answering: { req: IncomingMessage; res: ServerResponse }): AbortSignal {
  const made = signals.get(answering.res)
  if (made) return made
  const controller = new AbortController()
  onResponseFinished(answering, () => controller.abort())
  signals.set(answering.res, controller.signal)
  return controller.signal
}
