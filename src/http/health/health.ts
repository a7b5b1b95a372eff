import { makeUnavailableError } from '../../platform/errors.ts'
import type { Exchange } from '../exchange.ts'
import { sendJsonText } from '../send.ts'
import type { Readiness } from './readiness.ts'

const notReady = makeUnavailableError('The service is not ready.')

export function sendLiveness(exchange: Exchange): void {
  sendJsonText(exchange, 200, JSON.stringify({ data: { status: 'live' } }))
}

/**
 * Answers 200 if the database answers and the process is not stopping. Otherwise throws a 503 error. While nodes of a
 * cluster do not answer, the status is `degraded`, with the nodes and their shares of the workspaces: other workspaces are
 * served, so the process must stay behind its load balancer.
 */
export async function sendReadiness(
  exchange: Exchange,
  check: () => Promise<Readiness>,
  isStopping: boolean,
): Promise<void> {
  const { isReady, nodesAway } = isStopping ? { isReady: false, nodesAway: [] } : await check()
  if (!isReady) throw notReady
  const data = nodesAway.length > 0 ? { status: 'degraded', nodesAway } : { status: 'ready' }
  sendJsonText(exchange, 200, JSON.stringify({ data }))
}
