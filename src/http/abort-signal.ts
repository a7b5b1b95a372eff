import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '../platform/errors.ts'
import { onResponseSentOrAborted } from './on-finished.ts'

/**
 * The abort reason after the client has disconnected. The service is not at fault, so the error code is
 * `invalid_request`, which is not logged as an internal error.
 */
const clientDisconnected = new ApiError('invalid_request', 'The client has disconnected.')

const signals = new WeakMap<ServerResponse, AbortSignal>()

/**
 * Returns the abort signal of a response. The signal aborts with an `ApiError` when the response is finished or the
 * client disconnects.
 */
export function getResponseAbortSignal(answering: { req: IncomingMessage; res: ServerResponse }): AbortSignal {
  const made = signals.get(answering.res)
  if (made) return made
  const controller = new AbortController()
  onResponseSentOrAborted(answering, () => controller.abort(clientDisconnected))
  signals.set(answering.res, controller.signal)
  return controller.signal
}
