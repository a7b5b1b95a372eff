import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

const everyMs = 5000

/** Tells a client that asks for it, every few seconds, that its call is being worked on; `progress` is in seconds. */
export async function withProgress<T>({ _meta, sendNotification }: Extra, work: () => Promise<T>): Promise<T> {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return work()
  const startedAt = performance.now()
  const tell = () => {
    const progress = Math.round(performance.now() - startedAt) / 1000
    // A client that has gone away is not told; its call goes on.
    sendNotification({ method: 'notifications/progress', params: { progressToken, progress } }).catch(() => {})
  }
  tell()
  const timer = setInterval(tell, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
