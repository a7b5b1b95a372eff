import { timingSafeEqual } from 'node:crypto'
import { unauthorized } from '../auth/caller.ts'
import { hashSecret } from '../auth/secret.ts'
import type { Services } from '../context.ts'
import { ApiError } from '../errors.ts'
import { type Exchange, send, sendJson } from '../http/exchange.ts'
import { type Figures, figuresType } from './figures.ts'

const starting = new ApiError('internal_error', 'The service is not ready.', {
  status: 503,
  headers: { 'Retry-After': '1' },
})

/** Whether requests can be served now: the database answers, its schema is this version's, and no stop is under way. */
async function isReady({ db, log }: Services): Promise<boolean> {
  try {
    return await db.ready()
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : error }, 'the database does not answer')
    return false
  }
}

export function answerLive(exchange: Exchange): void {
  sendJson(exchange, 200, JSON.stringify({ data: { status: 'live' } }))
}

export async function answerReady(exchange: Exchange, services: Services, stopping: boolean): Promise<void> {
  if (stopping || !(await isReady(services))) throw starting
  sendJson(exchange, 200, JSON.stringify({ data: { status: 'ready' } }))
}

/** Prometheus' text format, for the holder of `METRICS_TOKEN`; without one, only on its own port. */
export async function answerMetrics(exchange: Exchange, figures: Figures, token: string | undefined): Promise<void> {
  const sent = exchange.req.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
  if (!token || !timingSafeEqual(hashSecret(sent), hashSecret(token))) throw unauthorized('Metrics need METRICS_TOKEN.')
  send(exchange, 200, figuresType, await figures())
}
