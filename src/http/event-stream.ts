import type { Exchange } from './exchange.ts'
import { onResponseFinished } from './on-finished.ts'
import { getLimitTenantId } from './tenant-of.ts'

/**
 * Counts a response as an open event stream until the response ends. If the stream lasts too long, its connection is
 * closed.
 * @throws ApiError 429 if the caller has too many open streams
 * @throws ApiError 503 if the process has too many open streams
 */
export function reserveEventStreamSlot(exchange: Exchange): void {
  const { capacity, req } = exchange
  const release = capacity.streams.acquireNow(getLimitTenantId(exchange))
  const timer = setTimeout(() => req.socket.destroy(), capacity.maxStreamMs)
  onResponseFinished(exchange, () => {
    clearTimeout(timer)
    release()
  })
}
