import type { Logger } from 'pino'
import type { Endpoint, Exchange } from '../exchange.ts'
import type { Metrics } from '../metrics/metrics.ts'

type Dependencies = {
  log: Logger
  metrics: Metrics
  /** Adds a request to the usage report of a workspace. */
  usage: { record(workspaceId: string, status: number): void }
}

/** Makes a function that logs a finished request, and counts the request in the metrics and in usage reports. */
export function makeRequestRecorder({ metrics, usage, log }: Dependencies) {
  return function record(
    { req, res, requestId, path, caller, route }: Exchange,
    { maskPath }: Endpoint,
    startedAt: number,
  ): void {
    const ms = performance.now() - startedAt
    metrics.requests.observe({ method: req.method ?? '', route, status: res.statusCode }, ms / 1000)
    // Requests with the MCP master key are not part of usage reports.
    if (caller.kind !== 'anonymous' && caller.kind !== 'master') usage.record(caller.workspaceId, res.statusCode)
    log.info(
      {
        requestId,
        method: req.method,
        path: maskPath ? maskPath(path) : path,
        status: res.statusCode,
        ms: Math.round(ms * 10) / 10,
        workspaceId: caller.kind === 'anonymous' ? undefined : caller.workspaceId,
        keyId: caller.kind === 'key' ? caller.keyId : undefined,
        master: caller.kind === 'master' || undefined,
        aborted: !res.writableFinished || undefined,
      },
      'request',
    )
  }
}
