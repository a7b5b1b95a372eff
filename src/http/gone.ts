import type { ServerResponse } from 'node:http'

const signals = new WeakMap<ServerResponse, AbortSignal>()

/** Aborted when the client is gone, its answer in hand or not. Made for those who ask, since few do. */
export function goneSignal({ res }: { res: ServerResponse }): AbortSignal {
  const made = signals.get(res)
  if (made) return made
  const gone = new AbortController()
  if (res.closed) gone.abort()
  else res.once('close', () => gone.abort())
  signals.set(res, gone.signal)
  return gone.signal
}
