import type { Exchange } from './exchange.ts'
import { onResponseFinished } from './on-finished.ts'
import { getTenantIdForLimits } from './tenant-id-for-limits.ts'

/**
 * Counts a response as an open event stream until the response ends. If the stream lasts too long, its connection is
 * closed.
 * @throws ApiError 429 if the caller has too many open streams
 * @throws ApiError 503 if the process has too many open streams
 */
export function reserveEventStreamSlot(exchange: Exchange): void {
  const { resourceLimits, req } = exchange
  const release = resourceLimits.streams.acquireNow(getTenantIdForLimits(exchange))
  const timer = setTimeout(() => req.socket.destroy(), resourceLimits.maxStreamMs)
  onResponseFinished(exchange, () => {
    clearTimeout(timer)
    release()
  })
}
