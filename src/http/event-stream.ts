import type { Exchange } from './exchange.ts'
import { onResponseSentOrAborted } from './on-finished.ts'
import { getTenantIdForLimits } from './tenant-id-for-limits.ts'

/**
 * Counts a response as an open event stream until the response ends. Closes the connection if the stream lasts longer
 * than `maxStreamMs`, or if the client closes its side of the connection.
 * @throws ApiError 429 if the caller has too many open streams
 * @throws ApiError 503 if the process has too many open streams
 */
export function reserveEventStreamSlot(exchange: Exchange): void {
  const { resourceLimits, req } = exchange
  const { socket } = req
  const release = resourceLimits.streams.acquireNow(getTenantIdForLimits(exchange))
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
