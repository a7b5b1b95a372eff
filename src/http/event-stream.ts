import type { Exchange } from './exchange.ts'
import { onResponseSentOrAborted } from './on-finished.ts'
import { getTenantIdForLimits } from './tenant-id-for-limits.ts'

/**
 * Counts a response as an open event stream, and tells proxies not to buffer it. Closes the connection after `maxStreamMs`, or when the client closes its
 * side.
 * @throws ApiError 429 or 503 if the caller or the process has too many open streams
 */
export function reserveEventStreamSlot(exchange: Exchange): void {
  const { resourceLimits, req } = exchange
  const { socket } = req
  const release = resourceLimits.streams.acquireNow(getTenantIdForLimits(exchange))
  // Otherwise nginx would keep events in a buffer.
  exchange.headers['X-Accel-Buffering'] = 'no'
  const close = () => void socket.destroy()
  const timer = setTimeout(close, resourceLimits.maxStreamMs)
  socket.once('end', close)
  onResponseSentOrAborted(exchange, () => {
    clearTimeout(timer)
    socket.off('end', close)
    release()
  })
  if (socket.readableEnded) close()
}
