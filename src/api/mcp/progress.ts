import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

const intervalMs = 5000

/** Runs `work`. If the client wants progress notifications, sends the elapsed seconds every five seconds. */
export async function runWithProgressNotifications<T>(
  { _meta, sendNotification }: Extra,
  work: () => Promise<T>,
): Promise<T> {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return work()
  const startedAt = performance.now()
  const notify = () => {
    const progress = Math.round(performance.now() - startedAt) / 1000
    // If the client has disconnected, the notification fails but the tool call continues.
    sendNotification({ method: 'notifications/progress', params: { progressToken, progress } }).catch(() => {})
  }
  notify()
  const timer = setInterval(notify, intervalMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
