import { makeUnavailableError } from '../../platform/errors.ts'
import type { Exchange } from '../exchange.ts'
import { sendJsonText } from '../send.ts'

const notReady = makeUnavailableError('The service is not ready.')

export function sendLiveness(exchange: Exchange): void {
  sendJsonText(exchange, 200, JSON.stringify({ data: { status: 'live' } }))
}

/** Answers 200 if the database answers and the process is not stopping. Otherwise throws a 503 error. */
export async function sendReadiness(
  exchange: Exchange,
  isReady: () => Promise<boolean>,
  isStopping: boolean,
): Promise<void> {
  if (isStopping || !(await isReady())) throw notReady
  sendJsonText(exchange, 200, JSON.stringify({ data: { status: 'ready' } }))
}
