import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Redis for work on a request's path. */
export type Shared = {
  client: Redis
  /** False from a failure on until Redis answers again: its users go on without it, and no request waits for it. */
  answers(): boolean
  /** Says that it did not answer. */
  failed(error: unknown): void
  close(): void
}

const againMs = 500
const startMs = 2000

/** How long a connection may be silent after a question; then it is given up for a new one. */
export const silenceMs = 2000

/**
 * A connection to Redis, that is there when this is, unless Redis is away.
 * While it is, it is asked again and again aside of all requests; the log tells when it goes and comes.
 */
export async function openRedis(url: string, log: Logger): Promise<Shared> {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1000,
    connectTimeout: startMs,
    socketTimeout: silenceMs,
  })
  let away = false

  async function watch(): Promise<void> {
    while (away && client.status !== 'end') {
      await wait(againMs, undefined, { ref: false })
      if (await client.ping().catch(() => false)) back()
    }
  }

  function failed(error: unknown): void {
    if (away) return
    away = true
    log.warn({ error: error instanceof Error ? error.message : error }, 'redis is away: limits are counted in memory')
    void watch()
  }

  function back(): void {
    if (!away) return
    away = false
    log.info('redis is back')
  }

  client.on('error', failed)
  client.on('ready', back)
  await once(client, 'ready', { signal: AbortSignal.timeout(startMs) }).catch(failed)
  return { client, answers: () => !away, failed, close: () => client.disconnect() }
}
